import { emailProviders } from '#src/forms/email-settings-fields.ts'
import type { EmailSettingsRecord } from '#src/ui/email-settings-record.ts'
import { RecordCard } from '#src/ui/RecordCard.tsx'

/** What is saved now, in a few lines (spec 2, Admin email settings). */
export function CurrentStatus({ settings }: { settings: EmailSettingsRecord }) {
  const { fromName, fromEmail, accountsNotificationEmail } = settings
  const rows = [
    { label: 'Provider', value: emailProviders[settings.emailProvider] },
    connectionOf(settings),
    { label: 'From', value: fromEmail ? `${fromName} <${fromEmail}>` : fromName || 'N/A' },
    { label: 'Notifications to', value: accountsNotificationEmail || 'N/A' },
  ]
  return (
    <RecordCard id="status" title="Current Status" rows={rows}>
      {!settings.saved && (
        <p className="notice notice-warn">
          Nothing is saved yet: emails wait until the settings are saved.
        </p>
      )}
    </RecordCard>
  )
}

function connectionOf({
  emailProvider,
  smtpHost,
  smtpPort,
  configured,
  ...microsoft
}: EmailSettingsRecord) {
  if (emailProvider === 'smtp')
    return { label: 'SMTP', value: smtpHost ? `${smtpHost}:${smtpPort}` : 'Not configured' }
  if (emailProvider === 'sendgrid')
    return { label: 'SendGrid', value: words(configured.sendgridApiKey) }
  const { oauth365ConnectedAs, oauth365ReconnectNeeded } = microsoft
  return {
    label: 'Microsoft 365',
    value: oauth365ReconnectNeeded
      ? 'Has to be connected again'
      : oauth365ConnectedAs
        ? `Connected as ${oauth365ConnectedAs}`
        : words(configured.oauth365ClientSecret),
  }
}

const words = (configured: boolean) => (configured ? 'Configured' : 'Not configured')
