import {
  type CompanyField,
  type CompanyFieldSpec,
  companyCards,
  weekdays,
} from '#src/forms/company/company-fields.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

/** `value` of the working days: ISO weekdays, comma between. */
type Detail = CompanyFieldSpec & { name: CompanyField; value: string }

export type CompanyFormProps = {
  fields: Detail[]
  /** The version that the values belong to: a save over another one is refused. */
  version: number
  errors: Record<string, string>
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The supplier's own details: one form of several cards. */
export function CompanyForm({ fields, version, errors, asksPassword }: CompanyFormProps) {
  return (
    <form className="sections" method="post" noValidate>
      <input type="hidden" name="version" value={version} />
      {companyCards.map((card) => (
        <section key={card.title} className="card">
          <div className="card-head">
            <h2>{card.title}</h2>
          </div>
          <div className="fields">
            {card.note && <p>{card.note}</p>}
            {fields
              .filter(({ name }) => card.fields.includes(name))
              .map((field) => (
                <DetailField key={field.name} {...field} error={errors[field.name]} />
              ))}
          </div>
        </section>
      ))}
      <div className="fields">
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
  if (control === 'days')
    return <CheckboxGroup {...field} options={weekdays} defaultValue={value.split(',')} />
  if (control === 'number') return <TextField {...field} inputMode="numeric" width="short" />
  return <TextField {...field} type={control} width={control === 'tel' ? 'phone' : 'line'} />
}
