import { type RegisterName, registerLabels } from '#src/forms/integrations/registers.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

const notes: Record<RegisterName, string> = {
  'companies-house':
    'Each new application’s company number is looked up after the submit: name, status, registered office, what is overdue, and whether the directors are officers. Only reviewers see the answer.',
  hmrc: 'Each new application’s VAT number is looked up after the submit, together with your own from Company. Only reviewers see the answer and its consultation number.',
}

type CardProps = { page: string; register: RegisterName; isSet: boolean }

export const RegisterCard = ({ page, register, isSet }: CardProps) => (
  <RecordCard
    id={`register-${register}`}
    title={registerLabels[register]}
    rows={[{ label: 'Key', value: isSet ? 'Saved' : 'None yet' }]}
  >
    <p>{notes[register]}</p>
    <PostForm action={page} className="actions no-print">
      <input type="hidden" name="register" value={register} />
      <ButtonLink
        small
        href={`${page}?edit=${register}`}
        aria-label={`${isSet ? 'Replace Key' : 'Enter Key'}: ${registerLabels[register]}`}
      >
        {isSet ? 'Replace Key' : 'Enter Key'}
      </ButtonLink>
      {isSet && (
        <ActionButton name="remove-register" about={registerLabels[register]} variant="danger">
          Remove
        </ActionButton>
      )}
    </PostForm>
  </RecordCard>
)

type FormProps = {
  page: string
  register: RegisterName
  form: FormOf<'clientId' | 'clientSecret' | 'currentPassword'>
}

export function RegisterKeyForm({ page, register, form: [form, fields] }: FormProps) {
  const isVat = register === 'hmrc'
  return (
    <PostForm id={form.id} action={page} className="card fields" noValidate>
      <p>{notes[register]}</p>
      <input type="hidden" name="register" value={register} />
      {isVat && (
        <TextField
          {...inputOf(fields.clientId)}
          label="Client ID"
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <TextField
        {...inputOf(fields.clientSecret)}
        label={isVat ? 'Client secret' : 'API key'}
        hint="This replaces the saved key."
        defaultValue=""
        data-masked=""
        autoComplete="off"
        spellCheck={false}
      />
      <OwnPassword field={fields.currentPassword} />
      <SubmitLine action="register-key">Save Key</SubmitLine>
    </PostForm>
  )
}
