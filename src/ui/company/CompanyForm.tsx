import type { FieldMetadata } from '@conform-to/react'
import {
  type CompanyField,
  companyCards,
  companySpec,
  weekdays,
} from '#src/forms/company/company-fields.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { CheckboxGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { areaOf, boxesOf, hiddenOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import { AccentField } from './AccentField.tsx'

type Props = {
  id: string
  /** `version` is the one that the values belong to: a save over another one is refused. */
  fields: Record<CompanyField | 'version' | 'currentPassword', FieldMetadata>
}

/** The supplier's own details: one form of several cards. */
export function CompanyForm({ id, fields }: Props) {
  return (
    <form id={id} className="sections" method="post" noValidate data-in-place="">
      <input {...hiddenOf(fields.version)} />
      {companyCards.map((card) => (
        <section key={card.title} className="card">
          <div className="card-head">
            <h2>{card.title}</h2>
          </div>
          <div className="fields">
            {card.note && <p>{card.note}</p>}
            {card.fields.map((name) => (
              <DetailField key={name} name={name} field={fields[name]} />
            ))}
          </div>
        </section>
      ))}
      <div className="fields">
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="save">Save Details</SubmitLine>
      </div>
    </form>
  )
}

function DetailField({ name, field }: { name: CompanyField; field: FieldMetadata }) {
  const { control, autoComplete = 'off', ...texts } = companySpec(name)
  if (control === 'area') return <TextArea {...areaOf(field)} {...texts} width="line" />
  if (control === 'days') return <CheckboxGroup {...boxesOf(field)} {...texts} options={weekdays} />
  const text = { ...inputOf(field), ...texts, autoComplete }
  if (control === 'colour') return <AccentField {...text} />
  if (control === 'number') return <TextField {...text} inputMode="numeric" width="short" />
  if (control === 'pounds') return <TextField {...text} inputMode="numeric" width="code" />
  return <TextField {...text} type={control} width={control === 'tel' ? 'phone' : 'line'} />
}
