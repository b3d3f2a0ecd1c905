import {
  type EmailSettingsField,
  emailProviders,
  emailSettingsFields,
  type SettingsFieldSpec,
} from '#src/forms/email-settings/email-settings-fields.ts'
import type { EmailSettingsRecord } from '#src/ui/admin/email-settings-record.ts'
import { SelectField } from '#src/ui/admin/SelectField.tsx'
import { TextField, tied } from '#src/ui/fields/Field.tsx'

/** Stands in for a secret, which never leaves the server (rule 190). */
const saved = 'Saved. Leave blank to keep.'

/** Any field of the settings, by the table of fields. */
export function SettingsField({
  name,
  settings,
  error,
  onCheck,
}: {
  name: EmailSettingsField
  settings: EmailSettingsRecord
  error: string | undefined
  onCheck?: (checked: boolean) => void
}) {
  const { label, hint, control }: SettingsFieldSpec = emailSettingsFields[name]
  const texts = { id: name, label, hint, error }
  if (control === 'choice')
    return (
      <SelectField
        {...texts}
        name={name}
        width="line"
        choices={Object.entries(emailProviders)}
        defaultValue={settings.emailProvider}
      />
    )
  if (control === 'check')
    return (
      <label className="choice">
        <input
          type="checkbox"
          id={name}
          name={name}
          value="true"
          defaultChecked={Boolean(settings[name])}
          onChange={(event) => onCheck?.(event.target.checked)}
          {...tied(texts)}
        />
        <span>{label}</span>
        {hint && (
          <span className="hint" id={`${name}-hint`}>
            {hint}
          </span>
        )}
      </label>
    )
  const isSecret = control === 'secret'
  // A form of several passwords looks like several forms to browsers, which then offer to fill and save them.
  const masked = isSecret && name !== 'smtpPassword'
  const kept = isSecret && settings.configured[name as keyof EmailSettingsRecord['configured']]
  return (
    <TextField
      {...texts}
      name={name}
      hint={[kept && saved, hint].filter(Boolean).join(' ') || undefined}
      type={name === 'smtpPassword' ? 'password' : control === 'email' ? 'email' : 'text'}
      width={control === 'number' ? 'short' : 'line'}
      {...(masked && { 'data-masked': '' })}
      {...(control === 'number' && { inputMode: 'numeric' })}
      defaultValue={String(settings[name] ?? '')}
      maxLength={isSecret ? 8192 : 254}
      autoComplete={name === 'smtpPassword' ? 'new-password' : 'off'}
      spellCheck={false}
    />
  )
}
