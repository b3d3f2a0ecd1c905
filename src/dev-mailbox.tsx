import type { Hono } from 'hono'
import type { MountMore } from './app.ts'
import type { Deps } from './deps.ts'
import type { Admin } from './domain/actor.ts'
import { longInstant } from './domain/calendar.ts'
import { companyOf } from './domain/company/company.ts'
import { readSettings, saveSettings } from './domain/mailing/settings.ts'
import type { Ctx, HonoEnv } from './http/context.ts'
import { framedPolicy } from './http/middleware/headers.ts'
import { page } from './http/page.ts'
import { type EmailAttachment, withPictures } from './mail/mailer.ts'
import { type Catcher, type Caught, startCatcher } from './mail/smtp-catcher.ts'
import { type Company, HomeLink, Layout, PageHead } from './ui/layout/Layout.tsx'

const root = '/dev/mailbox'

/** An email must not run scripts or load anything, and its links open in the window around it. */
const emailHeaders = {
  'Content-Security-Policy': framedPolicy.replace(
    'sandbox',
    'sandbox allow-top-navigation-by-user-activation',
  ),
  'X-Frame-Options': 'SAMEORIGIN',
  'Origin-Agent-Cluster': '?0',
}

export const mailboxOf = (catcher: Catcher): MountMore =>
  function mountMailbox(app: Hono<HonoEnv>, show) {
    const caught = (c: Ctx) => catcher.find(Number(c.req.param('id')))
    app.get(root, (c) => {
      const emails = catcher.emails().map((email) => linesOf(c, email))
      return show(c, page(List, { emails }, { title: 'Mailbox' }))
    })
    app.get(`${root}/:id{[0-9]+}`, (c) => {
      const email = caught(c)
      if (!email) return c.notFound()
      const { subject, text, attachments } = email
      const files = attachments.flatMap(({ name, bytes, cid }, at) =>
        cid ? [] : [{ name, at, bytes: bytes.length }],
      )
      const props = { email: { ...linesOf(c, email), text }, files }
      return show(c, page(Open, props, { title: subject, frames: true }))
    })
    app.get(`${root}/:id{[0-9]+}/html`, (c) => {
      const email = caught(c)
      if (!email) return c.notFound()
      const html = email.html.replace('<head>', '<head><base target="_top">')
      return c.html(withPictures(html, email.attachments), 200, emailHeaders)
    })
    app.get(`${root}/:id{[0-9]+}/attachments/:at{[0-9]+}`, (c) => {
      const file = caught(c)?.attachments[Number(c.req.param('at'))]
      return file ? c.body(new Uint8Array(file.bytes), 200, fileHeaders(file)) : c.notFound()
    })
  }

const fileHeaders = ({ name, mimeType }: EmailAttachment) => ({
  'Content-Type': mimeType,
  'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
})

type Lines = { id: number; subject: string; from: string; to: string; at: string }

const linesOf = (c: Ctx, { id, subject, from, to, at }: Caught): Lines => ({
  id,
  subject: subject || '(no subject)',
  from,
  to: to.join(', '),
  at: longInstant(c.var.deps.env.APP_TIMEZONE, at),
})

const List = ({ company, emails }: { company: Company; emails: Lines[] }) => (
  <Layout company={company} width="form" nav={<HomeLink />}>
    <PageHead title="Mailbox">
      The emails that this installation has sent. They are only kept in memory.
    </PageHead>
    {emails.length === 0 && <p>No emails yet.</p>}
    <ol className="timeline">
      {emails.map(({ id, subject, to, at }) => (
        <li key={id}>
          <a href={`${root}/${id}`}>{subject}</a>
          <p className="quiet">
            To {to}, {at}
          </p>
        </li>
      ))}
    </ol>
  </Layout>
)

type OpenProps = {
  company: Company
  email: Lines & { text: string }
  files: { name: string; at: number; bytes: number }[]
}

const Open = ({ company, email, files }: OpenProps) => (
  <Layout company={company} width="form" nav={<HomeLink />}>
    <div className="page-head">
      <p>
        <a href={root}>Back to the mailbox</a>
      </p>
      <h1>{email.subject}</h1>
    </div>
    <div className="sections-tight">
      <dl className="record">
        {(['from', 'to', 'at'] as const).map((line) => (
          <div key={line}>
            <dt>{labels[line]}</dt>
            <dd>{email[line]}</dd>
          </div>
        ))}
        {files.map(({ name, at, bytes }) => (
          <div key={at}>
            <dt>Attached</dt>
            <dd>
              <a href={`${root}/${email.id}/attachments/${at}`}>{name}</a>,{' '}
              {Math.ceil(bytes / 1024)} KB
            </dd>
          </div>
        ))}
      </dl>
      <iframe
        className="email-frame"
        title={`Email: ${email.subject}`}
        src={`${root}/${email.id}/html`}
        sandbox="allow-top-navigation-by-user-activation"
      />
      <details>
        <summary>As plain text</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className="log" tabIndex={0}>
          {email.text}
        </pre>
      </details>
    </div>
  </Layout>
)

const labels = { from: 'From', to: 'To', at: 'Sent' }

/** Sends all mail to a catcher on this machine until somebody has set up email. */
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
