import type { FieldMetadata } from '@conform-to/react'
import { Fragment } from 'react'
import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import {
  type EmailSettingsField,
  emailProviders,
  emailSettingsFields,
  emailTexts,
  type SecretField,
  type SettingsFieldSpec,
} from '#src/forms/email-settings/email-settings-fields.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { SubmitLine } from '#src/ui/fields/Button.tsx'
import { ChoiceLine } from '#src/ui/fields/ChoiceGroup.tsx'
import { hiddenOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'

type Props = {
  id: string
  /** `version` is the one of the values: a save over another one is refused. */
  fields: Record<EmailSettingsField | 'version' | 'currentPassword', FieldMetadata>
  configured: EmailSettings['configured']
}

const specs: [EmailSettingsField, SettingsFieldSpec][] = Object.entries(emailSettingsFields).map(
  ([name, spec]) => [name as EmailSettingsField, spec],
)

/** The style sheet shows the fields of the chosen provider. */
export function SettingsForm({ id, fields, configured }: Props) {
  const fieldsOf = (provider: string | undefined) =>
    specs
      .filter(([name, spec]) => spec.provider === provider && name !== 'emailProvider')
      .map(([name, spec]) => (
        <Fragment key={name}>
          <SettingsField
            {...spec}
            field={fields[name]}
            isStored={configured[name as SecretField]}
          />
          {name === 'smtpRequireTls' && (
            <p className="notice notice-warn both-tls" role="status">
              {emailTexts.bothTls}
            </p>
          )}
        </Fragment>
      ))
  return (
    <form id={id} className="card settings" method="post" noValidate>
      <div className="card-head">
        <h2>Outgoing email</h2>
      </div>
      <input {...hiddenOf(fields.version)} />
      <div className="fields">
        <SelectField
          {...selectOf(fields.emailProvider)}
          // one is always chosen, so there is nothing to require
          required={false}
          label={emailSettingsFields.emailProvider.label}
          width="line"
          choices={Object.entries(emailProviders)}
        />
        {Object.entries(emailProviders).map(([provider, words]) => (
          <fieldset
            key={provider}
            className={`provider provider-${provider} fields`}
            aria-label={words}
          >
            {fieldsOf(provider)}
          </fieldset>
        ))}
        {fieldsOf(undefined)}
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="save" waiting="Saving...">
          Save Settings
        </SubmitLine>
      </div>
    </form>
  )
}

const stored = 'Saved. Leave blank to keep.'

function SettingsField({
  label,
  hint,
  control,
  field,
  isStored,
}: SettingsFieldSpec & { field: FieldMetadata; isStored: boolean | undefined }) {
  const { id, name, initialValue } = field
  if (control === 'check')
    return (
      <>
        {/* a box that is not ticked sends nothing, which would keep what is stored */}
        <input type="hidden" name={name} value="false" />
        <ChoiceLine
          type="checkbox"
          {...{ id, name }}
          option={{ value: 'true', label, ...(hint && { hint }) }}
          defaultChecked={[initialValue].flat().includes('true')}
        />
      </>
    )
  const isSecret = control === 'secret'
  // browsers take several passwords for several forms, and offer to fill and save them
  const isPassword = name === 'smtpPassword'
  return (
    <TextField
      {...inputOf(field, isPassword ? 'password' : control === 'email' ? 'email' : 'text')}
      label={label}
      hint={[isStored && stored, hint].filter(Boolean).join(' ')}
      width={control === 'number' ? 'short' : 'line'}
      {...(isSecret && !isPassword && { 'data-masked': '' })}
      {...(control === 'number' && { inputMode: 'numeric' })}
      maxLength={isSecret ? 8192 : 254}
      autoComplete={isPassword ? 'new-password' : 'off'}
      spellCheck={false}
    />
  )
}
