import type PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { businessNameForEmail } from '#src/mail/content/safe-text.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { type Email, type EmailKind, emailKinds, sampleOf } from '#src/mail/messages/kinds.ts'
import { redactReply } from '#src/mail/smtp-mailer.ts'
import { emailContext, site } from '../../support/mail/email-context.ts'
import { aMessage, mailerTo } from '../../support/mail/emails.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const context = emailContext()

const application = '7K3M-Q9TX-2VHD'
const to = { name: 'Kennet Instruments', address: 'office@example.com' }

/** One email of every kind, with a name of the applicant's choosing wherever one goes. */
const emailsFor = (name: string): Email[] => [
  { kind: 'receipt', application, businessName: name, to: { ...to, name }, client: 1 },
  { kind: 'new-application', application, businessName: name, accountType: 'credit' },
  {
    kind: 'client-edit',
    application,
    businessName: name,
    section: 'business',
    changes: [{ field: 'telephone', before: '020 7946 0001', after: name }],
  },
  { kind: 'approval', application, businessName: name, to, client: 1, customerCode: 'KEN001' },
  {
    kind: 'rejection',
    application,
    businessName: name,
    to,
    client: 1,
    reason: 'No references.\nSorry.',
  },
  { kind: 'set-password', to: { ...to, name }, client: 1 },
  { kind: 'password-changed', to: { ...to, name }, client: 1 },
  { kind: 'address-changed', application, to: { ...to, name } },
  { kind: 'sign-in-moved', to: { ...to, name }, client: 1 },
  { kind: 'sign-in-requested', to: { ...to, name }, client: 1 },
  { kind: 'sign-in-confirm', to: { ...to, name }, client: 1 },
  { kind: 'sign-in-left', to: { ...to, name }, client: 1 },
  { kind: 'sign-in-paused', client: 1, to: { ...to, name } },
  { kind: 'duplicate-draft', to: { ...to, name }, draft: application },
  { kind: 'duplicate-portal', to: { ...to, name } },
  { kind: 'duplicate-draft', to: { ...to, name }, draft: application, tried: 'edit' },
  { kind: 'duplicate-portal', to: { ...to, name }, tried: 'sign-in' },
  {
    kind: 'admin-invitation',
    to,
    invitation: 1,
    username: name,
    role: 'Reviewer',
    invitedBy: name,
  },
  { kind: 'staff-account-changed', to, username: name, change: 'recovery-codes' },
  { kind: 'test', to: { ...to, name } },
]

const hostile = [
  'Jo\r\nBcc: evil@evil.example',
  'Jo\nTo: evil@evil.example\n\nA body of my own',
  'Jo" <evil@evil.example>, "',
  'evil@evil.example, <other@evil.example>',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</title></style><a href="https://evil.example">Win</a>',
  'Your account is closed, see https://evil.example/login now',
  'See www.evil.example now',
  'HTTPS://EVIL.EXAMPLE',
  'javascript://evil.example/%0aalert(1)',
  'hxx\u200bttps://evil.example',
  'ht\u202etps://evil.example',
  '\u202egnihsihp\u202c',
  '\u0000\u0007\u001b[31m',
  '=?utf-8?Q?=0D=0ABcc:_evil@evil.example?=',
  '{{7*7}}<%= 7*7 %>',
  'x'.repeat(5000),
  '😀'.repeat(300),
  "O'Connor & Söhne <Żółć>",
]

describe('a hostile name', () => {
  test.each(hostile)('%j adds no header, recipient, link or tag to any email', async (name) => {
    const server = await smtpServer()
    const mailer = mailerTo(server.port)
    for (const email of emailsFor(name)) {
      const { replyTo, ...composed } = composeEmail(email, context)
      const given = 'to' in email ? email.to : { name: '', address: 'accounts@example.com' }
      const message = aMessage({
        ...composed,
        replyTo,
        to: { ...given, name: businessNameForEmail(given.name) },
      })
      expect((await mailer.send(message)).ok).toBe(true)
    }
    const plain = emailsFor(businessNameForEmail(name)).map((email) => composeEmail(email, context))
    for (const [at, { to: recipients, mail }] of server.arrived.entries()) {
      expect(recipients).toHaveLength(1)
      expect(mail.to).toHaveLength(1)
      expect([...mail.headers.map(({ key }) => key)].sort()).toEqual(allowedHeaders(mail))
      expect(mail.to?.[0]?.address).not.toContain('evil')
      expect(tagsOf(mail.html ?? '')).toEqual(tagsOf(plain[at]?.html ?? ''))
      const said = `${mail.subject}\n${mail.to?.[0]?.name}\n${mail.text}\n${mail.html}`
      for (const url of said.match(/\b[a-z]+:\/\/[^\s"<]*/gi) ?? [])
        expect(url.startsWith(`${site}/`)).toBe(true)
      expect(said).not.toMatch(/www\./i)
      expect(said).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b]/)
    }
    expect(server.arrived).toHaveLength(emailsFor('').length)
  })
})

test('an email to a customer is answered at the sales address, one to the accounts team links to the record', () => {
  const [receipt, announced] = emailsFor('Kennet Instruments').map((one) =>
    composeEmail(one, context),
  )
  expect(receipt?.replyTo).toBe('sales@example.com')
  expect(receipt?.text).toContain(application)
  expect(receipt?.text).toContain(`${site}/client/set-password?token=abc`)
  expect(announced?.replyTo).toBeNull()
  expect(announced?.text).toContain(context.links.admin)
})

test('a client’s edit shows the field’s label with the old and the new value', async () => {
  const edit = emailsFor('020 7946 0002').find(({ kind }) => kind === 'client-edit') as Email
  const { text, html } = composeEmail(edit, context)
  expect(text).toContain('Telephone: 020 7946 0001 -> 020 7946 0002')
  expect(html).toContain('020 7946 0001')
})

test('approval carries the code, rejection its reason, and both the way into the portal', () => {
  const texts = emailsFor('K').map((email) => [email.kind, composeEmail(email, context).text])
  const of = Object.fromEntries(texts) as Record<string, string>
  expect(of.approval).toContain('Customer code: KEN001')
  expect(of.rejection).toContain('No references.\n\nSorry.')
  for (const kind of ['approval', 'rejection', 'receipt'])
    expect(of[kind]).toContain(context.links.forgotPassword)
})

test('the set-password email has nothing in it that an applicant typed', () => {
  const email = {
    kind: 'set-password',
    to: { name: 'canary', address: 'a@example.com' },
    client: 1,
  }
  const composed = composeEmail(email as Email, context)
  expect(JSON.stringify(composed)).not.toContain('canary')
})

test('an account that has a password gets the portal’s address instead of a link', () => {
  const settled = { ...context, links: { ...context.links, setPassword: null } }
  const { text } = composeEmail(emailsFor('K')[0] as Email, settled)
  expect(text).toContain(`${site}/client-login`)
  expect(text).not.toContain('token')
})

test('a server’s words are cut, cleaned and have no password in them', () => {
  const words = redactReply(
    `550 no\r\n\u001b[31m pass word ${btoa('pass word')} ${'y'.repeat(400)}`,
    ['pass word'],
  )
  expect(words).not.toMatch(/pass word|cGFzc/)
  expect(words).not.toContain('\u001b')
  expect(words.length).toBeLessThanOrEqual(203)
})

const tagsOf = (html: string) => html.match(/<\/?[a-z][^\s>]*/gi) ?? []

const allowedHeaders = (mail: Awaited<ReturnType<typeof PostalMime.parse>>) =>
  [
    ...[
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ],
    ...(mail.replyTo ? ['reply-to'] : []),
  ].sort()

test('each email with a link to set a password says that only the newest one works', () => {
  const linked = [...emailsFor('Kennet'), ...(Object.keys(emailKinds) as EmailKind[]).map(sampleOf)]
    .map((email) => composeEmail(email, context).text)
    .filter((text) => text.includes('/client/set-password?token='))
  expect(linked.length).toBeGreaterThan(5)
  for (const text of linked)
    expect(text.replace(/\s+/g, ' ')).toContain('only the one in the newest email works')
})
