import { Fragment } from 'react'
import type { EmailSettings } from '#src/domain/mailing/settings.ts'
import {
  type EmailSettingsField,
  emailProviders,
  emailSettingsFields,
  emailTexts,
  portOf,
  type SecretField,
  type SettingsFieldSpec,
} from '#src/forms/email-settings/email-settings-fields.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { post } from '#src/ui/forms/send.ts'
import { type ServerForm, useServerForm } from '#src/ui/forms/server-form.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { settingsCalls } from './calls.ts'

type Name = EmailSettingsField | 'version' | 'currentPassword'

/** The state of the form, with the stored settings as values. */
export type SettingsState = FormState<Name>

type Props = {
  settings: EmailSettings
  state: SettingsState
  /** Shows the answer of a save, and reads the rest of the page again. */
  onSaved: (saved: EmailSettings) => unknown
  /** Is called when a save was refused because somebody else has saved. */
  reread: () => Promise<unknown>
}

const specs = Object.entries(emailSettingsFields) as [EmailSettingsField, SettingsFieldSpec][]

const labels = Object.fromEntries(specs.map(([name, { label }]) => [name, label]))

/** Renders the fields of all providers; the style sheet shows those of the chosen one. */
export function SettingsForm({ settings, state, onSaved, reread }: Props) {
  const form = useServerForm<Name, EmailSettings>({
    id: 'settings',
    of: { ...state, values: textsOf(settings) },
    action: 'save',
    send: post(settingsCalls.save, {}, settingsCalls.init),
    body: (values) => ({ ...values, smtpPort: portOf(String(values.smtpPort ?? '')) }),
    failed: (message, status) =>
      status === 0 ? adminToasts.unreachable : adminToasts.settingsFailed(message),
    isCheckedByServer: true,
    success: adminToasts.settingsSaved,
    done: onSaved,
    reread,
  })
  const fieldsOf = (provider: string | undefined) =>
    specs
      .filter(([name, spec]) => spec.provider === provider && name !== 'emailProvider')
      .map(([name, spec]) => (
        <Fragment key={name}>
          <SettingsField
            {...spec}
            of={form.fields[name]}
            isStored={settings.configured[name as SecretField]}
            onLeave={(text) => form.form.update({ name, value: String(portOf(text)) })}
          />
          {name === 'smtpRequireTls' && (
            <p className="notice notice-warn both-tls" role="status">
              {emailTexts.bothTls}
            </p>
          )}
        </Fragment>
      ))
  return (
    <Form
      of={form}
      labels={labels}
      hidden={{ version: settings.version }}
      className="card settings"
    >
      <div className="card-head">
        <h2>Outgoing email</h2>
      </div>
      <div className="fields">
        <Field
          of={form.fields.emailProvider}
          as="select"
          // One option is always chosen, so `required` is not needed.
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
        <div className="actions">
          <SubmitButton waiting="Saving...">Save Settings</SubmitButton>
        </div>
      </div>
    </Form>
  )
}

/** Returns the settings as fields hold them. The secrets are blank. */
const textsOf = (settings: EmailSettings) =>
  Object.fromEntries(
    specs.map(([name]) => [name, String(settings[name])] satisfies [string, string]),
  )

const storedHint = 'Saved. Leave blank to keep.'

type SettingsFieldProps = SettingsFieldSpec & {
  of: ServerForm<EmailSettingsField>['fields'][EmailSettingsField]
  isStored: boolean | undefined
  /** Judges a number as the server does. */
  onLeave: (text: string) => void
}

function SettingsField({ of, label, hint, control, isStored, onLeave }: SettingsFieldProps) {
  if (control === 'check') return <Field as="box" of={of} label={label} hint={hint ?? ''} />
  const hints = [isStored && storedHint, hint].filter(Boolean).join(' ')
  const common = { of, label, hint: hints, spellCheck: false }
  if (of.name === 'smtpPassword')
    return <Field as="password" {...common} maxLength={8192} autoComplete="new-password" />
  if (control === 'number')
    return (
      <Field
        {...common}
        width="short"
        inputMode="numeric"
        maxLength={254}
        autoComplete="off"
        onBlur={({ currentTarget }) => onLeave(currentTarget.value)}
      />
    )
  const isSecret = control === 'secret'
  return (
    <Field
      {...common}
      as={control === 'email' ? 'email' : 'text'}
      // This keeps browsers from offering to fill in and save the passwords, because they take several for several
      // forms.
      data-masked={isSecret ? '' : undefined}
      maxLength={isSecret ? 8192 : 254}
      autoComplete="off"
    />
  )
}
