import { describe, expect, test } from 'vitest'
import { abroadHint, abroadIn } from '#src/forms/fields/abroad.ts'
import { type Format, formatWarning, isVatNumber } from '#src/forms/fields/format-warnings.ts'

const today = '2026-11-23'

/** By format: what brings no warning, and what does. */
const table: Record<Format, { fine: string[]; odd: string[] }> = {
  vat: {
    fine: ['GB 123 4567 82', 'gb123456727', 'XI123456782', 'GB123456782 001', 'GBGD001', 'HA500'],
    odd: ['123456789', 'GB 123 4567 83', '12345678', 'GB1234567820', 'DE123456789'],
  },
  eori: {
    fine: ['GB123456789000', 'xi 123456789000'],
    odd: ['GB123456789', 'FR123456789000', '123456789000'],
  },
  companyNumber: {
    fine: ['01234567', '1234567', 'sc 1234', 'NI012345', 'R0000123', 'IP12345R'],
    odd: ['1234', '123456789', 'SC12345678', 'HRB 12345 B'],
  },
  postCode: {
    fine: ['SW1A 1AA', 'm11ae', 'B33 8TH', 'DN55 1PT', 'gir0aa', 'BFPO 5765'],
    odd: ['SW1A', '75008', '1AA SW1A', 'BFPO 12345', 'SW1A 1AAA'],
  },
  telephone: {
    fine: ['020 7946 0123', '+44 (0)20 7946 0123', '020 7946 0123 Ext. 45', '+1 212 555 0100'],
    odd: ['7946', 'ask for Ann', '020 7946 0123 4567 890', 'ext 12', '0207 946 O123'],
  },
  email: {
    fine: ['jo@example.com', 'r&d@example.com', ' jo@example.com '],
    odd: [
      ...['mailto:jo@example.com', 'Jo <jo@example.com>', '<jo@example.com>', 'jo@example.com.'],
      ...['jo@example.com, al@example.com', 'jo@example.com;', 'jo@example.com al@example.com'],
      ...['"Jo" jo@example.com', 'email: jo@example.com', 'jo@example.com (Jo)'],
    ],
  },
  pastDay: { fine: [today, '1605-11-05'], odd: ['2026-11-24', '0019-05-04', '20155-05-05', '?'] },
  thisDay: { fine: [today, '2025-11-23'], odd: ['2031-01-01', '2025-11-22', '120266-05-05'] },
  years: { fine: ['7', 'seven', 'since 2019', '0'], odd: ['a while', 'since 2031'] },
}

describe.each(Object.entries(table))('%s', (name, { fine, odd }) => {
  const format = name as Format

  test.each(fine)('accepts "%s" without a warning', (value) => {
    expect(formatWarning(format, value, today)).toBeNull()
  })

  test.each(odd)('warns about "%s"', (value) => {
    expect(formatWarning(format, value, today)).not.toBeNull()
  })

  test.each([
    '',
    'Not registered',
    ' none ',
    'n/a',
    'no vat',
    'Not VAT registered',
    'No EORI number',
    'Nil',
    '-',
  ])('shows no warning for "%s"', (value) => expect(formatWarning(format, value, today)).toBeNull())
})

test.each(['Not applicable', 'exempt', 'Applied for', 'pending', 'Sole trader', 'To follow'])(
  'accepts "%s" in place of a company, VAT or EORI number',
  (value) => {
    for (const format of ['companyNumber', 'vat', 'eori'] as const)
      expect(formatWarning(format, value, today)).toBeNull()
  },
)

test.each(['No mobile', 'none', 'Not applicable', 'N.A.', "Don't have one", 'no landline'])(
  'accepts "%s" in place of a telephone number',
  (value) => expect(formatWarning('telephone', value, today)).toBeNull(),
)

test('accepts two of the check digits 00 to 96 for a number, one in each series', () => {
  const fitting = Array.from({ length: 97 }, (_, check) => String(check).padStart(2, '0')).filter(
    (check) => isVatNumber(`1234567${check}`),
  )
  expect(fitting).toEqual(['27', '82'])
})

test.each([
  ['GB123456782', 'EX4 2MP', []],
  ['DE123456789', 'EX4 2MP', []],
  ['GB123456782', '10115', []],
  ['DE123456789', '10115', ['postCode', 'vatNo']],
  ['GB123456781', '10115', []],
])(
  'shows the one hint for a business abroad, with VAT number %s and post code %s',
  (vatNo, postCode, at) => {
    const answers: Record<string, string> = { vatNo, postCode, coRegistration: 'none' }
    expect(abroadIn((name) => answers[name] ?? '')).toEqual(at)
  },
)

test('says in the hint for a business abroad what is odd', () => {
  const words = 'Post code, VAT number and EORI number do not look like UK ones.'
  expect(abroadHint(['postCode', 'vatNo', 'eoriNumber'])).toContain(words)
})
