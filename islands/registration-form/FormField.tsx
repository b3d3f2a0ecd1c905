import { type FocusEvent, useState } from 'react'
import { typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fields, labelOf } from '#src/forms/fields/fields.ts'
import { idOf } from '#src/forms/registration/sections.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

type FormFieldProps = {
  name: FieldName
  /** The control's own name, when that is another. */
  sentAs?: string
  value: string | string[]
  error: string | undefined
  /** Instead of the table's. */
  hint?: string
  /** A warning about the stored value's format, from the server. */
  warning?: string | undefined
}

/** Any field of the form or the portal. A warning about its format stands beside it and stops nobody. */
export function FormField({ name, value, error, hint, warning, sentAs = name }: FormFieldProps) {
  const field = fields[name]
  const { type, options, format, autoComplete = 'off', width } = field
  const texts = {
    id: idOf(sentAs),
    name: sentAs,
    label: labelOf(field),
    hint: hint ?? field.hint,
    error,
  }
  const [warned, setWarned] = useState<string | null>(warning ?? null)
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
  const limits = { autoComplete, required, ...(max && { maxLength: max }) }
  const control = { ...texts, ...limits, defaultValue: String(value) || undefined }
  if (!input) return <TextArea {...control} />
  const line = { ...control, ...input, ...(width && { width }) }
  if (!format) return <TextField {...line} />

  /** The formats are loaded when the first such field is left. */
  async function warn({ target }: FocusEvent<HTMLInputElement>) {
    // without a connection there is no warning
    const formats = await import('#src/forms/fields/format-warnings.ts').catch(() => null)
    if (format && formats) setWarned(formats.formatWarning(format, target.value))
  }
  return (
    <div>
      <TextField {...line} onBlur={warn} />
      <p className="hint field-warning" role="status">
        {warned}
      </p>
    </div>
  )
}
