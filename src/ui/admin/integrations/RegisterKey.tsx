import { type RegisterName, registerLabels } from '#src/forms/integrations/registers.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, SubmitLine } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

const notes: Record<RegisterName, string> = {
  'companies-house':
    'Each new application’s company number is looked up after the submit: name, status, registered office, what is overdue, and whether the directors are officers. Only reviewers see the answer.',
  hmrc: 'Each new application’s VAT number is looked up after the submit, with your own one from Company. Only reviewers see the answer and its consultation number.',
}

type Props = {
  register: RegisterName
  isSet: boolean
  form: FormOf<'clientId' | 'clientSecret' | 'currentPassword'>
}

export function RegisterKey({ register, isSet, form: [form, fields] }: Props) {
  const isVat = register === 'hmrc'
  return (
    <RecordCard id={`register-${register}`} title={registerLabels[register]}>
      <p>{notes[register]}</p>
      <form id={form.id} method="post" className="fields no-print" noValidate data-in-place="">
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
          {...(isSet && { hint: 'Saved. What you enter replaces it.' })}
          defaultValue=""
          data-masked=""
          autoComplete="off"
          spellCheck={false}
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="register-key">Save Key</SubmitLine>
      </form>
      {isSet && (
        <form method="post" className="no-print" data-in-place="">
          <input type="hidden" name="register" value={register} />
          <ActionButton name="remove-register" about={registerLabels[register]} variant="danger">
            Remove
          </ActionButton>
        </form>
      )}
    </RecordCard>
  )
}
