import { describe, expect, test } from 'vitest'
import { businessNameForEmail, safeValue } from '#src/mail/content/safe-text.ts'
import { placeholdersFor, wordsProblem } from '#src/mail/content/words.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { type EmailKind, emailKinds, sampleOf } from '#src/mail/messages/kinds.ts'
import { emailContext } from '../../support/mail/email-context.ts'

test.each([
  '3M (UK) Ltd',
  'A.B.C. Tools & Co.',
  "O'Connor & Söhne, Żółć",
  'J. Smith + Sons',
  'Studio 54',
  'Łódź Ωmega 株式会社',
  'शिव ट्रेडिंग',
  'Test-Rite (Holdings) P.L.C.',
  'J. Smith t/a Kennet Tools c/o Brun A/S',
])('shows the business name %j as it is', (name) => {
  expect(businessNameForEmail(name)).toBe(name)
})

test.each([
  'Verify at acme-verify.com',
  'ACME.CO.UK',
  'acme .com',
  'acme-verify dot com',
  'Acme（acme．com）',
  'evil。com',
  'evil⒈com',
  'xn--80ak6aa92e.com',
  'пример.рф',
  'hxxps:// evil',
  'evil/login',
  'mail＠evil',
  '10.0.0.1',
  'Call 0900 123456',
  'Call ٠٩٠٠١٢٣٤',
  'Text 80085',
  'Jo" <evil>',
  'Jo\r\nBcc: evil',
  'Is this your account?',
  't/a/login',
  '\u202egnihsihp',
  '',
])('does not show the business name %j', (name) => {
  expect(businessNameForEmail(name)).toBe('')
})

test.each([
  [
    'Kennet Instruments, Calibration & Measurement Services (UK) Ltd',
    'Kennet Instruments, Calibration & Measurement Services (UK)…',
  ],
  [
    'O’Brien & Søn (Offer Profi a Graddnodi) Cyf t/a Llanfairpwllgwyngyll',
    'O’Brien & Søn (Offer Profi a Graddnodi) Cyf…',
  ],
  ['Łódź'.repeat(20), `${'Łódź'.repeat(15).slice(0, -1)}…`],
])('shortens the business name %j to %j, once', (name, cut) => {
  expect(businessNameForEmail(name)).toBe(cut)
  expect(businessNameForEmail(cut)).toBe(cut)
})

test.each([
  ['see evil.example/login', 'see evil .example/login'],
  ['HTTPS://evil.co.uk', 'HTTPS: //evil .co .uk'],
  ['new@sample.co.uk', 'new@sample.co.uk'],
  ['evil.\u034fcom', 'evil .\u034fcom'],
  ['evil．com and evil。com', 'evil ．com and evil 。com'],
  ['write to new@sample.co.uk', 'write to new@sample .co .uk'],
  ['1 High Street\nLeeds. LS1 1AA', '1 High Street, Leeds. LS1 1AA'],
])('writes the changed value %j as %j', (value, written) => {
  expect(safeValue(value)).toBe(written)
})

const known = placeholdersFor(emailKinds.receipt.sample)

test.each([
  'Thank you, {business}. We answer within {promise}.',
  'It’s {company}’s promise: see you at 9.30 a.m. (e.g. on Monday)',
  'Żółć & Sons <Ltd> says "hello"\n\nand £5 – 10% off…',
])('accepts %j as the words of an email', (text) => expect(wordsProblem(text, known)).toBeNull())

test.each([
  'See https://shop.example',
  'SHOP.CO.UK',
  'www.shop',
  'shop．example',
  'shop\u200b.exa\u00admple',
  'shop.e\u0323xample',
  'file:/share',
  '\\\\server\\share',
  'xn--80ak6aa92e.xn--p1ai',
  '10.0.0.1/login',
  'write to other@shop',
  'javascript:alert(1)',
  '{company}.com',
])('refuses words that become a link: %j', (text) => {
  expect(wordsProblem(text, known)).toMatch(/^(Web addresses|Leave a space)/)
})

test.each([
  ['{customer code}', 'There is no {customer code} in this email. Use {company}'],
  ['{constructor}', 'There is no {constructor} in this email'],
  ['{company', 'both brackets'],
  ['shop{sales email}', 'Leave a space'],
])('refuses a placeholder that the email does not have: %j', (text, problem) => {
  expect(wordsProblem(text, known)).toContain(problem)
})

test.each(Object.keys(emailKinds) as EmailKind[])('accepts the original wording of %s', (kind) => {
  for (const text of Object.values(emailKinds[kind].original))
    expect(wordsProblem(text, placeholdersFor(emailKinds[kind].sample))).toBeNull()
  const { subject, text } = composeEmail(sampleOf(kind), emailContext())
  expect(subject + text).not.toMatch(/[{}]/)
})

describe('an email with words of its own', () => {
  const own = {
    subject: 'About {business} at {company}',
    before: '<b>Dear</b> {business},\nwelcome.\n\nWe are {company}.',
    after: 'Code {customer code}, {promise}, {telephone}',
  }
  const approval = emailKinds.approval.sample
  const composed = (businessName: string) =>
    composeEmail({ kind: 'approval', ...approval, businessName }, emailContext(), own)

  test('puts an email’s own words around its facts, as text and not as markup', () => {
    const { subject, text, html } = composed('Kennet & Co.')
    expect(subject).toBe('About Kennet & Co. at Example Supplies')
    expect(text).toMatch(
      /^<b>Dear<\/b> Kennet & Co.,\nwelcome.\n\nWe are Example Supplies.\n\nCustomer code: EXA001[\s\S]*\n\nCode EXA001, 2-3 business days, sales@example.com\n\n--/,
    )
    expect(html).toContain('<p>&lt;b&gt;Dear&lt;/b&gt; Kennet &amp; Co.,<br/>welcome.</p>')
  })

  test('names no business that could mislead in an email with its own words', () => {
    const { subject, text } = composed('evil.example')
    expect(subject).toBe('About 7K3M-Q9TX-2VHD at Example Supplies')
    expect(text).toContain('Dear</b> your business,')
    expect(text + subject).not.toContain('evil.example')
  })
})

test.each(['jo@example.com', 'r&d@example.com'])('keeps %s in one piece', (address) => {
  expect(safeValue(address)).toBe(address)
})

test.each(['www.example.com/?a=b@c.example', 'example.com/path@c.example'])(
  'makes no link of %s',
  (address) => {
    expect(safeValue(address)).not.toBe(address)
  },
)
