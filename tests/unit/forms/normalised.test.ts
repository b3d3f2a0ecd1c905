import { describe, expect, test } from 'vitest'
import {
  companyNumberKey,
  emailKey,
  eoriKey,
  mailboxKey,
  postCodeKey,
  telephoneKey,
  vatKey,
} from '#src/forms/fields/normalised.ts'

/** Each row: what two people may type for the same thing, and how it is compared. */
const rows: [key: (text: string) => string, as: string, ...typed: string[]][] = [
  [companyNumberKey, '01234567', '01234567', '1234567', ' 0123 4567 '],
  [companyNumberKey, '00012345', '12345'],
  [companyNumberKey, 'SC123456', 'SC123456', 'sc 123456', 'SC-123456'],
  [companyNumberKey, 'SC001234', 'SC1234'],
  [companyNumberKey, 'R0000123', 'R123'],
  [companyNumberKey, '1234', '1234'],
  [companyNumberKey, 'HRB12345', 'HRB 12345'],
  [vatKey, '123456782', 'GB 123 4567 82', 'gb123456782', '123 4567 82', 'XI123456782'],
  [vatKey, 'GD001', 'GD001', 'gd 001'],
  [vatKey, 'DE123456789', 'DE 123 456 789'],
  [eoriKey, 'GB123456789000', 'gb 123456789000', 'GB123456789000'],
  [telephoneKey, '442079460123', '020 7946 0123', '+44 20 7946 0123', '+44 (0)20 7946 0123'],
  [telephoneKey, '442079460123', '0044 20 7946 0123', '(020) 7946-0123', '020.7946.0123 ext 12'],
  [telephoneKey, '442079460123', '020 7946 0123 x12', '020 7946 0123 Ext. 9'],
  [telephoneKey, '33123456789', '+33 1 23 45 67 89', '0033 1 23 45 67 89'],
  [emailKey, 'ann@example.com', 'Ann@Example.COM', '  ann@example.com '],
  [emailKey, 'ann@xn--bcher-kva.example', 'Ann@BÜCHER.example', ' ann@bücher。example '],
  [
    mailboxKey,
    'ann+@example.com',
    'Ann+news@Example.com',
    ' ann+@example.com',
    'ann+a+b@example.com.',
  ],
  [mailboxKey, 'ann@xn--bcher-kva.example', 'ann@bücher.example', 'Ann@BÜCHER.example'],
  [mailboxKey, '+tag@example.com', '+tag@example.com'],
  [postCodeKey, 'SW1A 1AA', 'sw1a1aa', 'SW1A 1AA', ' sw1a  1aa'],
  [postCodeKey, 'M1 1AE', 'm11ae', 'M1 1AE'],
  [postCodeKey, 'EC1A 1BB', 'ec1a-1bb'],
  [postCodeKey, '75008', '75008'],
]

describe.each(rows)('%o', (key, as, ...typed) => {
  test.each(typed)(`makes "%s" into ${as}`, (text) => {
    expect(key(text)).toBe(as)
  })
})

test('keeps numbers apart that are not the same', () => {
  expect(companyNumberKey('SC123456')).not.toBe(companyNumberKey('NI123456'))
  expect(vatKey('GB123456782')).not.toBe(vatKey('FR123456782'))
  expect(telephoneKey('020 7946 0123')).not.toBe(telephoneKey('020 7946 0124'))
  expect(mailboxKey('a.nn@example.com')).not.toBe(mailboxKey('ann@example.com'))
  expect(mailboxKey('ann@mail.example.com')).not.toBe(mailboxKey('ann@example.com'))
  expect(mailboxKey('ann+1@example.com')).not.toBe(mailboxKey('ann@example.com'))
  expect(postCodeKey('M1 1AE')).not.toBe(postCodeKey('M11 1AE'))
})
