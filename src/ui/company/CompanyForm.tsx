import type { CompanyField, CompanyFieldSpec } from '#src/forms/company/company-fields.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { CheckboxGroup, type Choice } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import { AccentField } from './AccentField.tsx'

/** `value` of the working days: ISO weekdays, comma between. */
type Detail = CompanyFieldSpec & { name: CompanyField; value: string }

type Card = { title: string; note?: string; fields: Detail[] }

export type CompanyFormProps = {
  cards: Card[]
  weekdays: Choice[]
  /** The version that the values belong to: a save over another one is refused. */
  version: number
  errors: Record<string, string>
  /** The admin's password was given too long ago. */
  asksPassword: boolean
}

/** The supplier's own details: one form of several cards. */
export function CompanyForm({ cards, weekdays, version, errors, asksPassword }: CompanyFormProps) {
  return (
    <form className="sections" method="post" noValidate>
      <input type="hidden" name="version" value={version} />
      {cards.map((card) => (
        <section key={card.title} className="card">
          <div className="card-head">
            <h2>{card.title}</h2>
          </div>
          <div className="fields">
            {card.note && <p>{card.note}</p>}
            {card.fields.map((field) => (
              <DetailField
                key={field.name}
                {...field}
                weekdays={weekdays}
                error={errors[field.name]}
              />
            ))}
          </div>
        </section>
      ))}
      <div className="fields">
        {asksPassword && <OwnPassword error={errors.currentPassword} />}
        <SubmitLine action="save">Save Details</SubmitLine>
      </div>
    </form>
  )
}

function DetailField({
  name,
  value,
  control,
  autoComplete = 'off',
  weekdays,
  ...rest
}: Detail & Pick<CompanyFormProps, 'weekdays'> & { error: string | undefined }) {
  const field = { ...rest, id: name, name, autoComplete, defaultValue: value }
  if (control === 'area') return <TextArea {...field} width="line" />
  if (control === 'days')
    return <CheckboxGroup {...field} options={weekdays} defaultValue={value.split(',')} />
  if (control === 'colour') return <AccentField {...field} />
  if (control === 'number') return <TextField {...field} inputMode="numeric" width="short" />
  if (control === 'pounds') return <TextField {...field} inputMode="numeric" width="code" />
  return <TextField {...field} type={control} width={control === 'tel' ? 'phone' : 'line'} />
}
