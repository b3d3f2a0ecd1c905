import { useState } from 'react'
import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import type { outboxStatus } from '#src/domain/mailing/status.ts'
import { emailProviders } from '#src/forms/email-settings/email-settings-fields.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { post } from '#src/ui/forms/send.ts'
import { useServerForm } from '#src/ui/forms/server-form.ts'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { settingsCalls } from './calls.ts'

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

type TestProps = { state: FormState<'testEmail'>; logs: string[]; onTried: () => unknown }

type TestAnswer = { message: string; logs: string[] }

/**
 * Sends test emails. `logs` are those of a test without scripts, and `onTried` is called after every test that was
 * sent.
 */
export function TestEmail({ state, logs: servedLogs, onTried }: TestProps) {
  const [logs, setLogs] = useState(servedLogs)
  const [isOpen, setOpen] = useState(servedLogs.length > 0)
  const showLogs = ({ logs = [] }: Partial<TestAnswer>) => {
    setLogs(logs)
    setOpen(true)
    void onTried()
  }
  const form = useServerForm<'testEmail', TestAnswer>({
    id: 'test-email',
    of: state,
    action: 'test',
    send: post(settingsCalls.test, {}, settingsCalls.init),
    failed: (message, status) =>
      status === 0 ? adminToasts.unreachable : adminToasts.testFailed(message),
    tellsFaults: true,
    success: (_, { testEmail }) => adminToasts.testSent(String(testEmail).trim()),
    done: showLogs,
    refused({ status, answer }) {
      if (status === 502) showLogs(answer as Partial<TestAnswer>)
    },
  })
  return (
    <RecordCard id="test" title="Test Email">
      <Form of={form} inDialog className="stack">
        <Field
          of={form.fields.testEmail}
          as="email"
          label="Test email address"
          hint="Sent with the saved settings"
          maxLength={254}
          autoComplete="email"
        />
        <SubmitButton variant="outlined" waiting="Sending...">
          Send Test Email
        </SubmitButton>
      </Form>
      <details id="logs" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Verbose Logs</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a log that scrolls */}
        <pre className="log" role="log" tabIndex={0} aria-label="Verbose Logs">
          {logs.join('\n') || 'No logs yet'}
        </pre>
        {/* This is a separate form, so that it also clears the logs without scripts. */}
        <form
          className="actions"
          method="get"
          onSubmit={(event) => {
            event.preventDefault()
            setLogs([])
          }}
        >
          <Button small type="submit">
            Clear Logs
          </Button>
        </form>
      </details>
    </RecordCard>
  )
}

type MicrosoftProps = {
  settings: EmailSettings
  state: FormState<'currentPassword'>
  /** Microsoft's address, without scripts. It is shown as a link, because a form may post only to our own host. */
  address: string | null
  onChanged: () => unknown
}

export function ConnectMicrosoft({ settings, state, address, onChanged }: MicrosoftProps) {
  const { configured, oauth365ConnectedAs: mailbox, oauth365ReconnectNeeded, fromEmail } = settings
  const isConnected = configured.oauth365RefreshToken
  const form = useServerForm<'currentPassword', { address: string }>({
    id: 'connect',
    of: state,
    action: 'connect',
    send: post(settingsCalls.connect, {}, settingsCalls.init),
    failed: (message, status) =>
      status === 0 ? adminToasts.unreachable : adminToasts.connectFailed(message),
    // The browser asks first if there is other unsaved input on the page.
    done: ({ address }) => location.assign(address),
  })
  return (
    <RecordCard id="microsoft" title="Microsoft 365">
      <Form of={form} inDialog className="stack">
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
        <div className="actions">
          <SubmitButton variant="outlined" waiting="Connecting...">
            Connect Microsoft 365
          </SubmitButton>
          {address && (
            <a id="microsoft-address" href={address}>
              Continue to Microsoft
            </a>
          )}
        </div>
      </Form>
      {isConnected && (
        <details>
          <summary>Disconnect</summary>
          <DisconnectMicrosoft {...{ fromEmail, state, onChanged }} />
        </details>
      )}
    </RecordCard>
  )
}

type DisconnectProps = Pick<MicrosoftProps, 'state' | 'onChanged'> & { fromEmail: string }

function DisconnectMicrosoft({ fromEmail, state, onChanged }: DisconnectProps) {
  const form = useServerForm({
    id: 'disconnect',
    of: { ...state, reply: null },
    action: 'disconnect',
    failed: adminToasts.disconnectFailed,
    done: onChanged,
  })
  return (
    <Form of={form} inDialog className="stack">
      <p>
        {`Emails will then be sent as the application, from ${fromEmail}. If Microsoft does not allow that, they wait in the mail queue. To withdraw the consent completely, remove the application in your Microsoft account.`}
      </p>
      <div className="actions">
        <SubmitButton variant="danger" waiting="Disconnecting...">
          Disconnect Microsoft 365
        </SubmitButton>
      </div>
    </Form>
  )
}

type Outbox = ReturnType<typeof outboxStatus>

type QueueProps = {
  outbox: Outbox
  state: FormState<'email'>
  timezone: string
  refresh: () => unknown
}

export function MailQueue({ outbox, state, timezone, refresh }: QueueProps) {
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
          {emails.map((email) => (
            <QueuedEmail key={email.id} {...{ email, state, timezone, refresh }} />
          ))}
        </ul>
      )}
      <div className="actions">
        <ButtonLink
          small
          variant="ghost"
          href="/admin/email-settings"
          onClick={(event) => {
            event.preventDefault()
            void refresh()
          }}
        >
          Refresh
        </ButtonLink>
      </div>
    </RecordCard>
  )
}

type EmailProps = Omit<QueueProps, 'outbox'> & { email: Outbox['emails'][number] }

function QueuedEmail({ email, state, timezone, refresh }: EmailProps) {
  const { id, name, application, isDead, attempts, reason, at } = email
  const form = useServerForm({
    id: `email-${id}`,
    of: state,
    action: 'resend',
    failed: adminToasts.queueFailed,
    done: refresh,
    // Another administrator, or the server, may have been faster.
    refused: refresh,
  })
  return (
    <li>
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
      <Form of={form} inDialog className="actions" hidden={{ email: id }}>
        <SubmitButton small variant="outlined">
          Resend
        </SubmitButton>
        <SubmitButton small variant="ghost" action="discard">
          Discard
        </SubmitButton>
      </Form>
    </li>
  )
}
