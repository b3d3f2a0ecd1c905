import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import { emailProviders } from '#src/forms/email-settings/email-settings-fields.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** What is saved now, in a few lines. */
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

/** Who mail goes as: a person who connected, or the application itself. */
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
