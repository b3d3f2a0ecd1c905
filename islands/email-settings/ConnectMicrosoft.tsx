import { type SubmitEvent, useState } from 'react'
import type { EmailSettingsRecord } from '#src/ui/admin/email-settings-record.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { CallError, replyOf } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'
import { settingsCall } from './settings-call.ts'

/**
 * Connects a mailbox by Microsoft's own sign-in, with the saved client, and disconnects it. Without scripts the page
 * comes back with Microsoft's address as a link, because a form may lead nowhere but here.
 */
export function ConnectMicrosoft({
  address,
  error,
  settings,
  asksPassword: asked,
  onDisconnect,
}: {
  address: string | null
  error: string
  settings: EmailSettingsRecord
  asksPassword: boolean
  onDisconnect: (settings: EmailSettingsRecord) => void
}) {
  const [announcement, setAnnouncement] = useState(error)
  const [asks, setAsks] = useState(false)
  const { configured, oauth365ConnectedAs: mailbox, oauth365ReconnectNeeded } = settings
  const connected = configured.oauth365RefreshToken

  async function connect(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const { currentPassword } = Object.fromEntries(new FormData(event.currentTarget))
    try {
      const given = { currentPassword }
      const to = await settingsCall<{ address: string }>('POST', '/microsoft', given)
      location.assign(to.address)
    } catch (failure) {
      const { message, errors } = replyOf(failure)
      if (errors?.currentPassword) setAsks(true)
      setAnnouncement(message ?? 'Unable to connect to server')
    }
  }

  async function disconnect(event: SubmitEvent) {
    event.preventDefault()
    try {
      onDisconnect(await settingsCall<EmailSettingsRecord>('DELETE', '/microsoft'))
      showToast(adminToasts.disconnected)
    } catch (failure) {
      if (!(failure instanceof CallError)) return showToast(adminToasts.unreachable)
      showToast(adminToasts.disconnectFailed(failure.reply.message))
    }
  }

  return (
    <RecordCard id="microsoft" title="Microsoft 365">
      <form method="post" className="stack" onSubmit={connect}>
        {oauth365ReconnectNeeded ? (
          <p className="notice notice-warn">
            Microsoft no longer accepts the connection{mailbox && ` as ${mailbox}`}. Emails wait
            until you connect again.
          </p>
        ) : (
          <p className="hint">
            {connected
              ? `Emails are sent from the mailbox ${mailbox || 'that was connected'}. Connect again to send from another one.`
              : `Emails are sent as the application, from ${settings.fromEmail}. To send from a person’s mailbox instead, save the settings, choose Connect Microsoft 365 and sign in with that mailbox.`}
          </p>
        )}
        <p role="status" className="field-error">
          {announcement}
        </p>
        {(asked || asks) && (
          <OwnPassword needed="Needed to change how email is sent," id="connectPassword" />
        )}
        <div className="actions">
          <Button type="submit" name="action" value="connect">
            Connect Microsoft 365
          </Button>
          {address && <a href={address}>Continue to Microsoft</a>}
        </div>
      </form>
      {connected && (
        <details>
          <summary>Disconnect</summary>
          <form method="post" className="stack" onSubmit={disconnect}>
            <p>
              {`Emails will then be sent as the application, from ${settings.fromEmail}. If Microsoft does not allow that, they wait in the mail queue. To withdraw the consent completely, remove the application in your Microsoft account.`}
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
