import type { FieldMetadata } from '@conform-to/react'
import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = {
  settings: EmailSettings
  id: string
  fields: { currentPassword: FieldMetadata }
  /** Where the sign-in begins, once it was asked for: a form may lead nowhere but here, so it is a link. */
  address: string | null
}

/** Connects a mailbox by Microsoft's own sign-in, with the saved client, and disconnects it. */
export function ConnectMicrosoft({ settings, id, fields, address }: Props) {
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
