import type PostalMime from 'postal-mime'
import { describe, expect, test } from 'vitest'
import { businessNameForEmail } from '#src/mail/content/safe-text.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { type Email, type EmailKind, emailKinds, sampleOf } from '#src/mail/messages/kinds.ts'
import { redactReply } from '#src/mail/redact-reply.ts'
import { emailContext, site } from '../../support/mail/email-context.ts'
import { aMessage, mailerTo } from '../../support/mail/emails.ts'
import { smtpServer } from '../../support/mail/smtp-server.ts'

const context = emailContext()

const application = '7K3M-Q9TX-2VHD'
const to = { name: 'Kennet Instruments', address: 'office@example.com' }

/** One email of every kind, with a name of the applicant's choosing wherever one goes. */
const emailsFor = (name: string): Email[] =>
  (Object.keys(emailKinds) as EmailKind[]).map((kind) => {
    const email = sampleOf(kind) as Record<string, unknown>
    for (const fact of ['businessName', 'username', 'invitedBy'])
      if (fact in email) email[fact] = name
    if ('to' in email) email.to = { ...to, name }
    if ('changes' in email)
      email.changes = [{ field: 'telephone', before: '020 7946', after: name }]
    return email as Email
  })

const of = (name: string, kind: EmailKind) =>
  composeEmail(emailsFor(name).find((email) => email.kind === kind) as Email, context)

const hostile = [
  'Jo\r\nBcc: evil@evil.example',
  'Jo" <evil@evil.example>, "',
  '"><img src=x onerror=alert(1)>',
  '</title></style><a href="https://evil.example">Win</a>',
  'Your account is closed, see https://evil.example/login now',
  'javascript://evil.example/%0aalert(1)',
  'ht\u202etps://evil.example',
  '\u202egnihsihp\u202c',
  '\u0000\u0007\u001b[31m',
  '=?utf-8?Q?=0D=0ABcc:_evil@evil.example?=',
  'x'.repeat(5000),
]

describe('a hostile name', () => {
  test.each(hostile)(
    'lets the name %j add no header, recipient, link or tag to any email',
    async (name) => {
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
      const plain = emailsFor(businessNameForEmail(name)).map((email) =>
        composeEmail(email, context),
      )
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
    },
  )
})

test('directs replies of customers to the sales address, and links the accounts team to the record', () => {
  const receipt = of('Kennet Instruments', 'receipt')
  expect(receipt.replyTo).toBe('sales@example.com')
  expect(receipt.text).toContain(application)
  expect(receipt.text).toContain(`${site}/client/set-password?token=abc`)
  const announced = of('Kennet Instruments', 'new-application')
  expect(announced.replyTo).toBeNull()
  expect(announced.text).toContain(context.links.admin)
})

test('shows label, old and new value of an edit, the code of an approval, the reason of a rejection', () => {
  expect(of('020 7947', 'client-edit').text).toContain(
    'Changed: Telephone\nBefore: 020 7946\nAfter: 020 7947\n',
  )
  const changes = [{ field: 'directors', before: null, after: 'Zofia Żółć, Chair\nBo' }]
  const edit = composeEmail({ ...sampleOf('client-edit'), changes } as Email, context)
  expect(edit.text).toContain('After: Zofia Żółć, Chair; Bo')
  expect(edit.html).toContain(`<span class="unbroken">${application}</span>`)
  expect(of('K', 'approval').text).toContain(
    'Customer code: EXA001\nCredit limit: £25,000\nPayment terms: 30 days net',
  )
  expect(of('K', 'approval').html).toMatch(/class="large"><th[^>]*>Customer code/)
  expect(of('K', 'rejection').text).toContain('We could not reach your trade references.')
})

test('mentions no other device in emails about a draft, and says that one may be ignored', () => {
  expect(of('K', 'draft-link').text).toMatch(/^Here is the link to continue your application:/)
  expect(of('K', 'draft-reminder').text).toContain(
    'You can ignore this email if you do not want to finish it.',
  )
})

test('puts nothing that an applicant typed into the set-password email', () => {
  expect(JSON.stringify(of('canary', 'set-password'))).not.toContain('canary')
})

test('offers a password to an applicant who was rejected before choosing one', () => {
  expect(of('K', 'rejection').text).toContain('Choose a password to sign in.')
})

test('shows the portal’s address instead of a link to an account that has a password', () => {
  const settled = { ...context, links: { ...context.links, setPassword: null } }
  const { text } = composeEmail(sampleOf('receipt'), settled)
  expect(text).toContain(`${site}/client-login`)
  expect(text).not.toContain('token')
})

test('shortens and cleans a server’s words, and removes the password', () => {
  const words = redactReply(
    `550 no\r\n\u001b[31m pass word ${btoa('pass word')} ${'y'.repeat(400)}`,
    { user: 'mailer', password: 'pass word' },
  )
  expect(words).not.toMatch(/pass word|cGFzc/)
  expect(words).not.toContain('\u001b')
  expect(words.length).toBeLessThanOrEqual(203)
})

const tagsOf = (html: string) => html.match(/<\/?[a-z][^\s>]*/gi) ?? []

const headers = 'auto-submitted content-type date from message-id mime-version subject to'

const allowedHeaders = (mail: Awaited<ReturnType<typeof PostalMime.parse>>) =>
  [...headers.split(' '), ...(mail.replyTo ? ['reply-to'] : [])].sort()

test('says in each email with a link to set a password that only the newest one works', () => {
  const linked = emailsFor('Kennet')
    .map((email) => composeEmail(email, context).text.replace(/\s+/g, ' '))
    .filter((text) => text.includes('/client/set-password?token='))
  expect(linked.length).toBeGreaterThan(5)
  for (const text of linked) expect(text).toContain('only the one in the newest email works')
})

test('has at most one button in an email, and makes a link of every other address', () => {
  for (const email of emailsFor('Kennet')) {
    const { html, text } = composeEmail(email, context)
    expect(html.match(/class="button"/g)?.length ?? 0, email.kind).toBeLessThanOrEqual(1)
    const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)
    expect(new Set(text.match(/https:\S+/g))).toEqual(
      new Set(links.filter((href) => href?.startsWith('https:'))),
    )
  }
})

test('shows a name in the invitation to the back office as it was given', () => {
  const email = { ...sampleOf('admin-invitation'), username: 'amy.clerk' } as Email
  expect(composeEmail(email, context).text).toContain('Username: amy.clerk\n')
})
