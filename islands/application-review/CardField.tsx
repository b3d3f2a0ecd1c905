import { cardDrawing, type CardField as Name } from '#src/forms/admin/record-cards.ts'
import { FieldFrame, TextArea, TextField, tied } from '#src/ui/fields/Field.tsx'

/** One field of a card while it is edited: a plain control that starts from the record's value. */
export function CardField({
  name,
  value,
  error,
}: {
  name: Name
  value: string
  error: string | undefined
}) {
  const { label, control, width = 'line' } = cardDrawing(name)
  const texts = { id: name, name, label, error, defaultValue: value }
  if (control === 'area') return <TextArea {...texts} maxLength={1000} autoComplete="off" />
  if (control === 'yesNo') return <Choice {...texts} choices={yesNo} />
  if (control === 'accountType') return <Choice {...texts} choices={accounts} />
  return (
    <TextField
      {...texts}
      type={types[control ?? ''] ?? 'text'}
      width={control === 'day' ? 'code' : width === 'number' ? 'short' : width}
      maxLength={control === 'email' ? 254 : 200}
      autoComplete="off"
    />
  )
}

const types: Record<string, string> = { email: 'email', tel: 'tel', day: 'date' }
const yesNo = [
  ['', 'Not answered'],
  ['yes', 'Yes'],
  ['no', 'No'],
] as const
const accounts = [
  ['credit', 'Credit'],
  ['cash', 'Cash'],
] as const

function Choice({
  choices,
  name,
  defaultValue,
  ...texts
}: {
  id: string
  name: string
  label: string
  error: string | undefined
  defaultValue: string
  choices: readonly (readonly [string, string])[]
}) {
  return (
    <FieldFrame {...texts}>
      <select
        id={texts.id}
        name={name}
        className="input input-code"
        defaultValue={defaultValue}
        {...tied(texts)}
      >
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
