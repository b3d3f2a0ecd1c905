import { FieldFrame, type FieldTexts, tied } from '#src/ui/fields/Field.tsx'

type SelectFieldProps = FieldTexts & {
  name: string
  defaultValue: string
  width?: 'code' | 'line'
  choices: readonly (readonly [value: string, words: string])[]
}

/** One of several, in a list that opens. */
export function SelectField({ label, hint, error, width, choices, ...select }: SelectFieldProps) {
  const texts = { id: select.id, label, hint, error }
  return (
    <FieldFrame {...texts}>
      <select {...select} {...tied(texts)} className={width ? `input input-${width}` : 'input'}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </FieldFrame>
  )
}
