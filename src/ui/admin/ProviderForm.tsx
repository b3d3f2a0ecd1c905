import type { FieldMetadata } from '@conform-to/react'
import type { readProvider } from '#src/domain/staff/identity-settings.ts'
import { providerFields } from '#src/forms/sign-in/provider.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { SubmitLine } from '#src/ui/fields/Button.tsx'
import { ChoiceLine } from '#src/ui/fields/ChoiceGroup.tsx'
import { hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { FieldNotes, TextField, tied } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'

type Props = {
  id: string
  fields: Record<keyof typeof providerFields | 'version' | 'currentPassword', FieldMetadata>
  /** `null` for a form that was sent without a session. */
  settings: ReturnType<typeof readProvider> | null
}

export const ProviderForm = ({ id, fields, settings }: Props) => (
  <PostForm id={id} className="card settings" action="/admin/sign-in" noValidate>
    <div className="card-head">
      <h2>Provider</h2>
    </div>
    <input {...hiddenOf(fields.version)} />
    <div className="fields">
      <TextField
        {...inputOf(fields.issuer)}
        {...providerFields.issuer}
        hint="Microsoft: https://login.microsoftonline.com/TENANT-ID/v2.0"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...inputOf(fields.clientId)}
        {...providerFields.clientId}
        hint="The provider gives it to you when you register this application there."
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...inputOf(fields.clientSecret)}
        {...providerFields.clientSecret}
        {...(settings?.isSet && { hint: 'Saved. Leave blank to keep.' })}
        defaultValue=""
        data-masked=""
        maxLength={2000}
        autoComplete="off"
        spellCheck={false}
      />
      {settings && (
        <div className="field">
          <p>Address to return to, for the provider:</p>
          <p>
            <code>{settings.callbackUrl}</code>
          </p>
        </div>
      )}
      <TextField
        {...inputOf(fields.name)}
        {...providerFields.name}
        hint='Shown after "Sign in with", such as Microsoft.'
        autoComplete="off"
      />
      <Tick
        field={fields.countsAsTwoFactors}
        label={providerFields.countsAsTwoFactors.label}
        hint="Nobody who signs in there is asked for a code here. Choose this only if the provider itself asks for a second factor."
      />
      <Tick
        field={fields.isRequired}
        label={providerFields.isRequired.label}
        hint="Passwords then work only for emergency accounts."
      />
      <OwnPassword field={fields.currentPassword} />
      <SubmitLine action="save">Save</SubmitLine>
    </div>
  </PostForm>
)

const Tick = ({
  field: { id, name, initialValue, errors },
  label,
  hint,
}: {
  field: FieldMetadata
  label: string
  hint: string
}) => (
  <div>
    <FieldNotes id={id} error={errors?.[0]} />
    <ChoiceLine
      type="checkbox"
      {...{ id, name }}
      option={{ value: 'true', label, hint }}
      defaultChecked={[initialValue].flat().at(-1) === 'true'}
      {...tied({ id, hint, error: errors?.[0] })}
    />
  </div>
)
