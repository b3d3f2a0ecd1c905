import { cardLabel } from '#src/forms/admin/record-cards.ts'
import { lengths, typeOf } from '#src/forms/fields/field-types.ts'
import { type FieldName, fields } from '#src/forms/fields/fields.ts'
import { SelectField } from '#src/ui/admin/SelectField.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

/** One field of a card while it is edited: a plain control that starts from the record's value. */
export function CardField({
  name,
  value,
  error,
}: {
  name: FieldName
  value: string
  error: string | undefined
}) {
  const { type, width } = fields[name]
  const { max = lengths.line, input } = typeOf(type)
  const texts = { id: name, name, label: cardLabel(name), error, defaultValue: value }
  if (type === 'yesNo') return <SelectField {...texts} width="code" choices={yesNo} />
  if (type === 'choice') return <SelectField {...texts} width="code" choices={accounts} />
  const limits = { maxLength: max, autoComplete: 'off' }
  if (!input) return <TextArea {...texts} {...limits} />
  return (
    <TextField
      {...texts}
      {...limits}
      type={input.type ?? 'text'}
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
