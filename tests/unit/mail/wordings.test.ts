import { describe, expect, test } from 'vitest'
import { placeholdersFor, wordsProblem } from '#src/mail/content/words.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { type EmailKind, emailKinds, sampleOf } from '#src/mail/messages/kinds.ts'
import { emailContext } from '../../support/mail/email-context.ts'

const known = placeholdersFor(emailKinds.receipt.sample)

const fine = [
  'Thank you, {business}. We answer within {promise}.',
  'Call us on {telephone}, or write to {sales email}.',
  'It’s {company}’s promise: see you at 9.30 a.m. (e.g. on Monday)',
  'Żółć & Sons <Ltd> says "hello"\n\nand £5 – 10% off…',
  '',
]

const links = [
  'See https://shop.example',
  'shop.example/login',
  'SHOP.CO.UK',
  'www.shop',
  'shop．example',
  'shop。example',
  'shop\u200b.exa\u00admple',
  'shop.\u034fexample',
  'shop.\ufe0fexample',
  'shop.e\u0323xample',
  'https:shop',
  'file:/share',
  '\\\\server\\share',
  'xn--80ak6aa92e.xn--p1ai',
  '10.0.0.1/login',
  'write to other@shop',
  'mailto:somebody',
  'javascript:alert(1)',
  '{company}.com',
  '{sales email}.shop.example',
]

describe('the words of an email', () => {
  test.each(fine)('may be %j', (text) => expect(wordsProblem(text, known)).toBeNull())

  test.each(links)('are refused with what becomes a link: %j', (text) => {
    expect(wordsProblem(text, known)).toMatch(/^(Web addresses|Leave a space)/)
  })

  test.each([
    ['{customer code}', 'There is no {customer code} in this email. Use {company}'],
    ['{Company}', 'There is no {Company} in this email'],
    ['{constructor}', 'There is no {constructor} in this email'],
    ['{company', 'both brackets'],
    ['shop{sales email}', 'Leave a space'],
    ['{business}uk', 'Leave a space'],
    ['{company}{business}', 'Leave a space'],
  ])('are refused with a placeholder or code that is not theirs: %j', (text, problem) => {
    expect(wordsProblem(text, known)).toContain(problem)
  })

  test.each(Object.entries(emailKinds))('are fine as they come with us: %s', (_, email) => {
    for (const text of Object.values(email.original))
      expect(wordsProblem(text, placeholdersFor(email.sample))).toBeNull()
  })
})

test.each(Object.keys(emailKinds) as EmailKind[])('the example of %s leaves no gap', (kind) => {
  const { subject, text } = composeEmail(sampleOf(kind), emailContext())
  expect(subject + text).not.toMatch(/[{}]/)
})

describe('an email with words of its own', () => {
  const own = {
    subject: 'About {business} at {company}',
    before: '<b>Dear</b> {business},\nwelcome.\n\nWe are {company}.',
    after: 'Code {customer code}, {promise}, {telephone}',
  }
  const composed = (businessName: string) =>
    composeEmail({ kind: 'approval', ...approval, businessName }, emailContext(), own)
  const approval = emailKinds.approval.sample

  test('has them around its facts, as text and not as markup', () => {
    const { subject, text, html } = composed('Kennet & Co.')
    expect(subject).toBe('About Kennet & Co. at Example Supplies')
    expect(text).toMatch(
      /^<b>Dear<\/b> Kennet & Co.,\nwelcome.\n\nWe are Example Supplies.\n\nCustomer code: EXA001[\s\S]*\n\nCode EXA001, 2-3 business days, sales@example.com\n\n--/,
    )
    expect(html).toContain('<p>&lt;b&gt;Dear&lt;/b&gt; Kennet &amp; Co.,<br/>welcome.</p>')
  })

  test.each(['evil.example', 'Act now!', 'Call 0900 123456'])(
    'names no business that could mislead: %j',
    (name) => {
      const { subject, text } = composed(name)
      expect(subject).toBe('About 7K3M-Q9TX-2VHD at Example Supplies')
      expect(text).toContain('Dear</b> your business,')
      expect(text + subject).not.toContain(name)
    },
  )
})
