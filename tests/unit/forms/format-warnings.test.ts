import { describe, expect, test } from 'vitest'
import { fieldNames, fields } from '#src/forms/fields/fields.ts'
import { type Format, formatWarning, isVatNumber } from '#src/forms/fields/format-warnings.ts'

/** By format: what brings no warning, and what does. */
const table: Record<Format, { fine: string[]; odd: string[] }> = {
  vat: {
    // The older series leaves no remainder of 97, the newer one (from 2009) none once 55 is added.
    fine: [
      'GB 123 4567 82',
      '123456782',
      'gb123456727',
      'XI123456782',
      'GB123456782 001',
      'GD001',
      'GBGD001',
      'HA500',
    ],
    odd: [
      '123456789',
      'GB 123 4567 83',
      '12345678',
      'GB1234567820',
      'ABC',
      'DE123456789',
      '000000001',
    ],
  },
  eori: {
    fine: ['GB123456789000', 'xi 123456789000'],
    odd: ['GB123456789', 'FR123456789000', '123456789000', 'GB1234567890001'],
  },
  companyNumber: {
    fine: [
      '01234567',
      '1234567',
      'SC123456',
      'sc 1234',
      'NI012345',
      'OC301234',
      'R0000123',
      'IP12345R',
    ],
    odd: ['1234', '123456789', 'ABC', 'SC12345678', 'HRB 12345 B'],
  },
  postCode: {
    fine: [
      'SW1A 1AA',
      'm11ae',
      'EC1A 1BB',
      'B33 8TH',
      'CR2 6XH',
      'DN55 1PT',
      'GIR 0AA',
      'gir0aa',
      'BFPO 1',
      'BFPO 5765',
    ],
    odd: ['SW1A', '75008', 'SW1A 1A', '1AA SW1A', 'BFPO', 'BFPO 12345', 'SW1A 1AAA'],
  },
  telephone: {
    fine: [
      '020 7946 0123',
      '+44 20 7946 0123',
      '+44 (0)20 7946 0123',
      '020 7946 0123 ext 45',
      '020 7946 0123 x45',
      '+1 212 555 0100',
      '01632 960 123',
    ],
    odd: ['7946', '+44 20', 'ask for Ann', '020 7946 0123 4567 890', 'ext 12'],
  },
}

describe.each(Object.entries(table))('%s', (name, { fine, odd }) => {
  const format = name as Format

  test.each(fine)('"%s" brings no warning', (value) => {
    expect(formatWarning(format, value)).toBeNull()
  })

  test.each(odd)('"%s" brings a warning that lets the person go on', (value) => {
    expect(formatWarning(format, value)).toMatch(/leave it as it is\.$/)
  })

  test.each(['', '  ', 'Not registered', 'NOT REGISTERED', ' none ', 'N/A', 'n/a', 'NA'])(
    'none for "%s"',
    (value) => expect(formatWarning(format, value)).toBeNull(),
  )
})

test('the three post codes and seven telephones have their format, fax numbers and names have none', () => {
  const like = (pattern: RegExp) =>
    fieldNames.filter((name) => pattern.test(name)).map((name) => fields[name].format)
  expect(like(/postCode$/i)).toEqual(Array(3).fill('postCode'))
  expect(like(/(telephone|mobile)$/i)).toEqual(Array(7).fill('telephone'))
  expect(like(/fax|contact|name/i).filter(Boolean)).toEqual([])
})

test('of the check digits 00 to 96 two fit a number, one in each series', () => {
  const fitting = Array.from({ length: 97 }, (_, check) => String(check).padStart(2, '0')).filter(
    (check) => isVatNumber(`1234567${check}`),
  )
  expect(fitting).toEqual(['27', '82'])
})
