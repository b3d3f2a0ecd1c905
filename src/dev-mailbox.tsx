import type { Hono } from 'hono'
import type { ReactElement, ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Deps } from './deps.ts'
import type { Admin } from './domain/actor.ts'
import { companyOf } from './domain/company/company.ts'
import { readSettings, saveSettings } from './domain/mailing/settings.ts'
import type { HonoEnv } from './http/context.ts'
import type { EmailAttachment } from './mail/mailer.ts'
import { type Catcher, type Caught, startCatcher } from './mail/smtp-catcher.ts'

const root = '/dev/mailbox'

export function mountMailbox(app: Hono<HonoEnv>, catcher: Catcher) {
  app.get(root, (c) => c.html(draw(<List emails={catcher.emails()} />), 200, pageHeaders))
  app.get(`${root}/:id{[0-9]+}`, (c) => {
    const email = catcher.find(Number(c.req.param('id')))
    return email ? c.html(draw(<Open email={email} />), 200, pageHeaders) : c.notFound()
  })
  app.get(`${root}/:id{[0-9]+}/html`, (c) => {
    const email = catcher.find(Number(c.req.param('id')))
    return email ? c.html(email.html, 200, emailHeaders) : c.notFound()
  })
  app.get(`${root}/:id{[0-9]+}/attachments/:at{[0-9]+}`, (c) => {
    const file = catcher.find(Number(c.req.param('id')))?.attachments[Number(c.req.param('at'))]
    return file ? c.body(new Uint8Array(file.bytes), 200, fileHeaders(file)) : c.notFound()
  })
}

const pageHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; frame-src 'self'; base-uri 'none'; form-action 'none'",
  'Cache-Control': 'no-store',
}

/** An email runs and loads nothing, and opens its links in the window above. */
const emailHeaders = {
  'Content-Security-Policy':
    "sandbox allow-top-navigation-by-user-activation; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'X-Frame-Options': 'SAMEORIGIN',
  'Cache-Control': 'no-store',
}

const fileHeaders = ({ name, mimeType }: EmailAttachment) => ({
  'Content-Type': mimeType,
  'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
  'Cache-Control': 'no-store',
})

const draw = (page: ReactElement) => `<!doctype html>${renderToStaticMarkup(page)}`

function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>{title}</title>
      </head>
      <body>
        <main>
          <h1>{title}</h1>
          {children}
        </main>
      </body>
    </html>
  )
}

const List = ({ emails }: { emails: Caught[] }) => (
  <Page title="Mailbox">
    <p>Emails that this installation has sent. They are kept in memory and go nowhere else.</p>
    {emails.length === 0 && <p>No emails yet.</p>}
    <ol reversed>
      {emails.map(({ id, at, to, subject }) => (
        <li key={id} value={id}>
          <a href={`${root}/${id}`}>{subject || '(no subject)'}</a>, to {to.join(', ')},{' '}
          <time dateTime={new Date(at).toISOString()}>{new Date(at).toISOString()}</time>
        </li>
      ))}
    </ol>
  </Page>
)

function Open({ email }: { email: Caught }) {
  const { id, from, to, subject, text, attachments } = email
  return (
    <Page title={subject || '(no subject)'}>
      <p>
        <a href={root}>Back to the mailbox</a>
      </p>
      <p>
        From {from}, to {to.join(', ')}
      </p>
      {attachments.map(({ name, bytes }, at) => (
        <p key={name}>
          Attached: <a href={`${root}/${id}/attachments/${at}`}>{name}</a>, {bytes.length} bytes
        </p>
      ))}
      <h2>As HTML</h2>
      <iframe
        title="The email"
        src={`${root}/${id}/html`}
        sandbox="allow-top-navigation-by-user-activation"
        width="720"
        height="720"
      />
      <h2>As text</h2>
      <pre>{linked(text)}</pre>
    </Page>
  )
}

const linked = (text: string) =>
  text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change places
      <a key={at} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )

/** Points the product at the loopback mail catcher while nobody has set up email. */
export async function catchMail(deps: Deps, admin: Admin): Promise<Catcher> {
  const catcher = await startCatcher(deps.now)
  const settings = readSettings(deps)
  const { name, salesEmail } = companyOf(deps)
  if (!settings.saved || settings.smtpUser === 'demo')
    saveSettings(deps, admin, {
      emailProvider: 'smtp',
      smtpHost: '127.0.0.1',
      smtpPort: catcher.port,
      smtpSecure: false,
      smtpRequireTls: false,
      smtpUser: 'demo',
      smtpPassword: 'demo',
      fromEmail: salesEmail,
      fromName: name,
      version: null,
      accountsNotificationEmail: 'accounts-team@example.com',
    })
  return catcher
}
