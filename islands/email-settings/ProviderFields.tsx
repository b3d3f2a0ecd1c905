import { useState } from 'react'
import {
  type EmailSettingsField,
  emailProviders,
  emailSettingsFields,
  emailTexts,
  type SettingsFieldSpec,
} from '#src/forms/email-settings/email-settings-fields.ts'
import type { EmailSettingsRecord } from '#src/ui/admin/email-settings-record.ts'
import { SettingsField } from './SettingsField.tsx'

const names = Object.keys(emailSettingsFields) as EmailSettingsField[]
const specs: Record<EmailSettingsField, SettingsFieldSpec> = emailSettingsFields
const ofProvider = (provider: string | undefined) =>
  names.filter((name) => specs[name].provider === provider)

/** The provider, its own fields and the rest; the style sheet shows those of the chosen one, before scripts too. */
export function ProviderFields({
  settings,
  errors,
}: {
  settings: EmailSettingsRecord
  errors: Record<string, string>
}) {
  const [tls, setTls] = useState({
    smtpSecure: settings.smtpSecure,
    smtpRequireTls: settings.smtpRequireTls,
  })
  const field = (name: EmailSettingsField) => (
    <SettingsField
      key={name}
      name={name}
      settings={settings}
      error={errors[name]}
      onCheck={(checked) => setTls({ ...tls, [name]: checked })}
    />
  )
  return (
    <>
      {field('emailProvider')}
      {Object.entries(emailProviders).map(([provider, words]) => (
        <fieldset
          key={provider}
          className={`provider provider-${provider} fields`}
          aria-label={words}
        >
          {ofProvider(provider).map(field)}
          {provider === 'smtp' && (
            <p className="hint field-warning" role="status">
              {tls.smtpSecure && tls.smtpRequireTls && emailTexts.bothTls}
            </p>
          )}
        </fieldset>
      ))}
      {ofProvider(undefined)
        .filter((name) => name !== 'emailProvider')
        .map(field)}
    </>
  )
}
