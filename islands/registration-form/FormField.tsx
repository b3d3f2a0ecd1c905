import { useState } from 'react'
import { typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fields, labelOf } from '#src/forms/fields/fields.ts'
import { formatWarning } from '#src/forms/fields/format-warnings.ts'
import { idOf } from '#src/forms/registration/sections.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

type FormFieldProps = {
  name: FieldName
  sentAs?: string
  value: string | string[]
  error: string | undefined
  hint?: string
  /** It follows another field. */
  readOnly?: boolean
}

export function FormField({
  name,
  value,
  error,
  hint,
  sentAs = name,
  readOnly = false,
}: FormFieldProps) {
  const field = fields[name]
  const { type, options, format, autoComplete = 'off', width } = field
  const texts = {
    id: idOf(sentAs),
    name: sentAs,
    label: labelOf(field),
    hint: hint ?? field.hint,
    error,
  }
  const [warning, setWarning] = useState(() => format && formatWarning(format, String(value)))
  const required = field.message !== undefined
  if (options) {
    const choices = Object.entries(options).map(([value, label]) => ({ value, label }))
    return type === 'choices' ? (
      <CheckboxGroup {...texts} options={choices} defaultValue={[value].flat()} />
    ) : (
      <RadioGroup {...texts} options={choices} required={required} defaultValue={String(value)} />
    )
  }
  const { max, input } = typeOf(type)
  const limits = { autoComplete, required, readOnly, ...(max && { maxLength: max }) }
  const control = { ...texts, ...limits, defaultValue: String(value) || undefined }
  if (!input) return <TextArea {...control} />
  const line = { ...control, ...input, ...(width && { width }) }
  if (!format) return <TextField {...line} />
  return (
    <div>
      <TextField
        {...line}
        onBlur={({ target }) => setWarning(formatWarning(format, target.value))}
      />
      <p className="hint field-warning" role="status">
        {!readOnly && warning}
      </p>
    </div>
  )
}
