import type { FieldMetadata } from '@conform-to/react'
import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import type { outboxStatus } from '#src/domain/mailing/status.ts'
import { emailProviders } from '#src/forms/email-settings/email-settings-fields.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export function CurrentStatus({ settings }: { settings: EmailSettings }) {
  const { fromName, fromEmail, accountsNotificationEmail, attachDocuments } = settings
  const rows = [
    { label: 'Provider', value: emailProviders[settings.emailProvider] },
    connectionOf(settings),
    { label: 'From', value: fromEmail ? `${fromName} <${fromEmail}>` : fromName || 'N/A' },
    { label: 'Notifications to', value: accountsNotificationEmail || 'N/A' },
    { label: 'Sealed documents', value: attachDocuments ? 'Attached' : 'Not attached' },
  ]
  return (
    <RecordCard id="status" title="Current Status" rows={rows}>
      {!settings.saved && (
        <p className="notice notice-warn">
          No settings are saved yet. Emails wait until you save them.
        </p>
      )}
    </RecordCard>
  )
}

function connectionOf(settings: EmailSettings) {
  const { emailProvider, smtpHost, smtpPort, configured } = settings
  if (emailProvider === 'smtp')
    return { label: 'SMTP', value: smtpHost ? `${smtpHost}:${smtpPort}` : 'Not configured' }
  if (emailProvider === 'sendgrid')
    return { label: 'SendGrid', value: words(configured.sendgridApiKey) }
  return { label: 'Microsoft 365', value: microsoftWords(settings) }
}

function microsoftWords({
  configured,
  oauth365ConnectedAs,
  oauth365ReconnectNeeded,
}: EmailSettings) {
  if (oauth365ReconnectNeeded) return 'Needs to be connected again'
  if (configured.oauth365RefreshToken)
    return oauth365ConnectedAs ? `Connected as ${oauth365ConnectedAs}` : 'Connected'
  return configured.oauth365ClientSecret
    ? 'No mailbox connected: sends as the application'
    : 'Not configured'
}

const words = (configured: boolean) => (configured ? 'Configured' : 'Not configured')

type TestProps = { id: string; fields: { testEmail: FieldMetadata }; logs: string[] }

export const TestEmail = ({ id, fields, logs }: TestProps) => (
  <RecordCard id="test" title="Test Email">
    <form id={id} className="stack" method="post" noValidate>
      <TextField
        {...inputOf(fields.testEmail, 'email')}
        label="Test email address"
        hint="Sent with the saved settings"
        maxLength={254}
        autoComplete="email"
      />
      <Button type="submit" name="action" value="test" data-waiting="Sending...">
        Send Test Email
      </Button>
    </form>
    <details id="logs" open={logs.length > 0}>
      <summary>Verbose Logs</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a log that scrolls has to be in reach of the keyboard */}
      <pre className="log" role="log" tabIndex={0} aria-label="Verbose Logs">
        {logs.join('\n') || 'No logs yet'}
      </pre>
      {/* a separate form, so that it clears without scripts too */}
      <form className="actions" method="get">
        <Button small type="submit">
          Clear Logs
        </Button>
      </form>
    </details>
  </RecordCard>
)

type MicrosoftProps = {
  settings: EmailSettings
  id: string
  fields: { currentPassword: FieldMetadata }
  /** A form may lead nowhere but here, so this is a link. */
  address: string | null
}

export function ConnectMicrosoft({ settings, id, fields, address }: MicrosoftProps) {
  const { configured, oauth365ConnectedAs: mailbox, oauth365ReconnectNeeded, fromEmail } = settings
  const isConnected = configured.oauth365RefreshToken
  return (
    <RecordCard id="microsoft" title="Microsoft 365">
      <form id={id} method="post" className="stack" data-in-place="">
        {oauth365ReconnectNeeded ? (
          <p className="notice notice-warn">
            Microsoft no longer accepts the connection{mailbox && ` as ${mailbox}`}. Emails wait
            until you connect again.
          </p>
        ) : (
          <p className="hint">
            {isConnected
              ? `Emails are sent from the mailbox ${mailbox || 'that was connected'}. Connect again to send from another one.`
              : `Emails are sent as the application, from ${fromEmail}. To send from a person’s mailbox instead, save the settings, choose Connect Microsoft 365 and sign in with that mailbox.`}
          </p>
        )}
        <OwnPassword field={fields.currentPassword} />
        <div className="actions">
          <Button type="submit" name="action" value="connect">
            Connect Microsoft 365
          </Button>
          {address && (
            <a id="microsoft-address" href={address}>
              Continue to Microsoft
            </a>
          )}
        </div>
      </form>
      {isConnected && (
        <details>
          <summary>Disconnect</summary>
          <form method="post" className="stack" data-in-place="">
            <p>
              {`Emails will then be sent as the application, from ${fromEmail}. If Microsoft does not allow that, they wait in the mail queue. To withdraw the consent completely, remove the application in your Microsoft account.`}
            </p>
            <div className="actions">
              <Button type="submit" variant="danger" name="action" value="disconnect">
                Disconnect Microsoft 365
              </Button>
            </div>
          </form>
        </details>
      )}
    </RecordCard>
  )
}

type QueueProps = { outbox: ReturnType<typeof outboxStatus>; timezone: string }

export function MailQueue({ outbox, timezone }: QueueProps) {
  const { lastFailure, emails } = outbox
  const failure = lastFailure && `${lastFailure.reason} (${longTime(lastFailure.at, timezone)})`
  const rows = [
    { label: 'Waiting', value: String(outbox.waiting) },
    { label: 'Sent', value: String(outbox.sent) },
    { label: 'Failed', value: String(outbox.failed) },
    { label: 'Last failure', value: failure ?? 'None' },
  ]
  return (
    <RecordCard id="queue" title="Mail queue" rows={rows}>
      {emails.length > 0 && (
        <ul className="timeline">
          {emails.map(({ id, name, application, isDead, attempts, reason, at }) => (
            <li key={id}>
              <p>
                <strong>{name}</strong>
                {application && (
                  <>
                    {', '}
                    <a href={`/admin/applications/${application}`}>{application}</a>
                  </>
                )}
              </p>
              <p className="quiet">
                {`${isDead ? 'Gave up' : 'Will try again soon'} after ${attempts} ${attempts === 1 ? 'try' : 'tries'}, ${longTime(at, timezone)}: ${reason}`}
              </p>
              <form method="post" className="actions" data-in-place="">
                <input type="hidden" name="email" value={id} />
                <Button small type="submit" name="action" value="resend">
                  Resend
                </Button>
                <Button small variant="ghost" type="submit" name="action" value="discard">
                  Discard
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </RecordCard>
  )
}
