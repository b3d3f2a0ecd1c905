import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { cardLabel, editValues, recordCards } from '#src/forms/admin/record-cards.ts'
import { lengths, typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fields as fieldTable } from '#src/forms/fields/fields.ts'
import { areaOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard, readValue } from '#src/ui/record/RecordCard.tsx'
import { Refused } from './Decisions.tsx'
import type { Review } from './review.ts'

export function EditRecord({
  review: { record, timezone },
  form: [form, fields],
}: {
  review: Review
  form: readonly [FormMetadata, Record<string, FieldMetadata>]
}) {
  const isRefused = form.status === 'error'
  return (
    <form
      id={form.id}
      method="post"
      noValidate
      className="sections"
      data-patch={`/api/applications/${record.id}`}
      data-version={record.version}
      data-values={JSON.stringify(editValues(record))}
    >
      <Refused button="Save Changes" notice={null} />
      <input type="hidden" name="action" value="save" />
      <input type="hidden" name="version" value={record.version} />
      <div className="cards-flow">
        {recordCards.map(({ title, fields: names }, at) => (
          <RecordCard key={title} id={title.toLowerCase().replace(/ /g, '-')} title={title}>
            <div className="fields">
              {names.map((name) =>
                name === 'businessTypes' ? (
                  <p key={name}>
                    <span className="label">{cardLabel(name)}</span>
                    <br />
                    {readValue(name, record[name], timezone)}
                  </p>
                ) : (
                  <CardField
                    key={name}
                    name={name}
                    field={fields[name] as FieldMetadata}
                    autoFocus={at === 0 && name === names[0] && !isRefused}
                  />
                ),
              )}
            </div>
          </RecordCard>
        ))}
      </div>
    </form>
  )
}

function CardField({
  name,
  field,
  autoFocus,
}: {
  name: FieldName
  field: FieldMetadata
  autoFocus: boolean
}) {
  const { type, width } = fieldTable[name]
  const { max = lengths.line, input } = typeOf(type)
  const label = cardLabel(name)
  if (type === 'yesNo')
    return <SelectField {...selectOf(field)} label={label} width="code" choices={yesNo} />
  if (type === 'choice')
    return <SelectField {...selectOf(field)} label={label} width="code" choices={accounts} />
  const limits = { label, autoFocus, maxLength: max, autoComplete: 'off' }
  if (!input) return <TextArea {...areaOf(field)} {...limits} />
  return (
    <TextField
      {...inputOf(field, input.type ?? 'text')}
      {...limits}
      width={width ?? input.width ?? 'line'}
    />
  )
}

const yesNo = [
  ['', 'Not answered'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const accounts = [
  ['credit', 'Credit'],
  ['cash', 'Cash'],
] as const
