import { describe, expect, test } from 'vitest'
import { businessNameForEmail, safeValue } from '#src/mail/content/safe-text.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import type { Email } from '#src/mail/messages/kinds.ts'
import { emailContext } from '../../support/mail/email-context.ts'

const shown = [
  'Kennet Instruments',
  '3M (UK) Ltd',
  'A.B.C. Tools & Co.',
  'A.B.C Ltd',
  "O'Connor & Söhne, Żółć",
  'O’Brien’s Ltd.',
  'J. Smith + Sons',
  'St. John Calibration',
  'Studio 54',
  '1st 4 Gauges Ltd',
  'Łódź Ωmega 株式会社',
  'शिव ट्रेडिंग',
  'Test-Rite (Holdings) P.L.C.',
  'Calibration Works of North Yorkshire and the Humber Limited',
]

const withheld = [
  'Account locked! Verify at acme-verify.com/login within 24h, call +44 900 123456',
  'Verify at acme-verify.com',
  'Acme.io Ltd',
  'ACME.CO.UK',
  'acme .com',
  'acme-verify dot com',
  'Acme（acme．com）',
  'evil。com',
  'evil․com',
  'evil⒈com',
  'xn--80ak6aa92e.com',
  'пример.рф',
  'https://evil.example',
  'hxxps:// evil',
  'www.evil.example',
  'evil/login',
  'mail@evil.example',
  'mail@evil',
  'mail＠evil',
  '10.0.0.1',
  'Call 0900 123456',
  'Call +44 (900) 12 34 56',
  'Call ０９００１２３４５６',
  'Call ٠٩٠٠١٢٣٤',
  'Text 80085',
  '<script>alert(1)</script>',
  'Jo" <evil>',
  'Jo\r\nBcc: evil',
  'Act now!',
  'Is this your account?',
  'x'.repeat(61),
  `${'Your account has been closed, please reply with your password today'}`,
  '\u202egnihsihp',
  '.',
  '',
]

test.each(shown)('%j is shown as it is', (name) => {
  expect(businessNameForEmail(name)).toBe(name)
})

test.each(withheld)('%j is not shown', (name) => {
  expect(businessNameForEmail(name)).toBe('')
})

const context = emailContext()

/** Every email that may have the name of a business in it. */
const emails = (businessName: string): Email[] => {
  const about = { application: '7K3M-Q9TX-2VHD', businessName }
  const to = { name: businessName, address: 'office@example.com' }
  return [
    { kind: 'receipt', ...about, to, client: 1 },
    { kind: 'approval', ...about, to, client: 1, customerCode: 'KEN001' },
    { kind: 'rejection', ...about, to, client: 1, reason: null },
    { kind: 'new-application', ...about, accountType: 'credit' },
    { kind: 'client-edit', ...about, section: 'business', changes: [] },
  ]
}

describe('an email about a business', () => {
  test('names an ordinary one', () => {
    for (const email of emails('A.B.C. Tools & Co.'))
      expect(composeEmail(email, context).text).toContain('A.B.C. Tools & Co.')
  })

  test('goes by the reference without a name', () => {
    const subjects = emails('acme.io').map((email) => composeEmail(email, context).subject)
    for (const subject of subjects) expect(subject).toContain('7K3M-Q9TX-2VHD')
  })
})

test.each([
  ['see evil.example/login', 'see evil .example/login'],
  ['HTTPS://evil.co.uk', 'HTTPS: //evil .co .uk'],
  ['www.evil.example', 'www .evil .example'],
  ['new@sample.co.uk', 'new@sample.co.uk'],
  ['evil.\u034fcom', 'evil .\u034fcom'],
  ['evil．com and evil。com', 'evil ．com and evil 。com'],
  ['write to new@sample.co.uk', 'write to new@sample .co .uk'],
  ['1 High Street\nLeeds. LS1 1AA', '1 High Street, Leeds. LS1 1AA'],
  ['1.5 mm', '1.5 mm'],
])('of a changed value, %j is written as %j', (value, written) => {
  expect(safeValue(value)).toBe(written)
})
