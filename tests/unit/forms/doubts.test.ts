import { describe, expect, test } from 'vitest'
import { doubtAbout, isVatNumber } from '#src/forms/registration/doubts.ts'
import { fieldDrawings } from '#src/forms/registration/registration-fields.ts'

/** By field: what raises no doubt, and what does. */
const table: Record<string, { fine: string[]; doubtful: string[] }> = {
  vatNo: {
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
    doubtful: [
      '123456789',
      'GB 123 4567 83',
      '12345678',
      'GB1234567820',
      'ABC',
      'DE123456789',
      '000000001',
    ],
  },
  eoriNumber: {
    fine: ['GB123456789000', 'xi 123456789000'],
    doubtful: ['GB123456789', 'FR123456789000', '123456789000', 'GB1234567890001'],
  },
  coRegistration: {
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
    doubtful: ['1234', '123456789', 'ABC', 'SC12345678', 'HRB 12345 B'],
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
    doubtful: ['SW1A', '75008', 'SW1A 1A', '1AA SW1A', 'BFPO', 'BFPO 12345', 'SW1A 1AAA'],
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
    doubtful: ['7946', '+44 20', 'ask for Ann', '020 7946 0123 4567 890', 'ext 12'],
  },
}

describe.each(Object.entries(table))('%s', (field, { fine, doubtful }) => {
  test.each(fine)('"%s" raises no doubt', (value) => {
    expect(doubtAbout(field, value)).toBeNull()
  })

  test.each(doubtful)('"%s" raises a doubt that lets the person go on', (value) => {
    expect(doubtAbout(field, value)).toMatch(/leave it as it is\.$/)
  })

  test('blank, or the words that there is none, raise no doubt', () => {
    for (const value of [
      '',
      '  ',
      'Not registered',
      'NOT REGISTERED',
      ' none ',
      'N/A',
      'n/a',
      'NA',
    ])
      expect(doubtAbout(field, value), value).toBeNull()
  })
})

test('every post code and every telephone of the form is looked at like the first', () => {
  const alike = (pattern: RegExp) => Object.keys(fieldDrawings).filter((name) => pattern.test(name))
  expect(alike(/postCode$/i)).toHaveLength(3)
  for (const name of alike(/postCode$/i)) expect(doubtAbout(name, '75008'), name).not.toBeNull()
  expect(alike(/(telephone|mobile)$/i)).toHaveLength(7)
  for (const name of alike(/(telephone|mobile)$/i))
    expect(doubtAbout(name, '123'), name).not.toBeNull()
})

test('fields without a format are never in doubt', () => {
  for (const name of ['businessName', 'businessAddress', 'fax', 'position', 'nothing', 'toString'])
    expect(doubtAbout(name, 'anything'), name).toBeNull()
})

test('of the check digits 00 to 96 two fit a number, one in each series', () => {
  const fitting = Array.from({ length: 97 }, (_, check) => String(check).padStart(2, '0')).filter(
    (check) => isVatNumber(`1234567${check}`),
  )
  expect(fitting).toEqual(['27', '82'])
})
