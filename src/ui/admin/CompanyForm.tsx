import type { CompanyField, CompanyFieldSpec } from '#src/forms/company/company-fields.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

type Detail = CompanyFieldSpec & { name: CompanyField; value: string }

export type CompanyFormProps = {
  fields: Detail[]
  /** The version that the values belong to: a save over another one is refused. */
  version: number
  errors: Record<string, string>
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The supplier's own details: one plain form. */
export function CompanyForm({ fields, version, errors, asksPassword }: CompanyFormProps) {
  return (
    <form className="card" method="post" noValidate>
      <div className="card-head">
        <h2>Details</h2>
      </div>
      <div className="fields">
        <input type="hidden" name="version" value={version} />
        {fields.map((field) => (
          <DetailField key={field.name} {...field} error={errors[field.name]} />
        ))}
        {asksPassword && (
          <TextField
            id="currentPassword"
            name="currentPassword"
            type="password"
            label="Your own password"
            hint="Needed because you last entered it more than ten minutes ago."
            autoComplete="current-password"
            error={errors.currentPassword}
          />
        )}
        <div className="actions">
          <Button type="submit" variant="primary" name="action" value="save">
            Save Details
          </Button>
        </div>
      </div>
    </form>
  )
}

function DetailField({
  name,
  value,
  control,
  autoComplete = 'off',
  ...rest
}: Detail & { error: string | undefined }) {
  const field = { ...rest, id: name, name, autoComplete, defaultValue: value }
  if (control === 'area') return <TextArea {...field} width="line" />
  return <TextField {...field} type={control} width={control === 'tel' ? 'phone' : 'line'} />
}
