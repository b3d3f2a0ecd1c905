import { type FocusEvent, useState } from 'react'
import type { DrawnField } from '#src/forms/registration/drawn-fields.ts'
import { idOf } from '#src/forms/registration/form-values.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'

type FormFieldProps = {
  name: string
  field: DrawnField
  value: string | string[]
  error: string | undefined
  /** A doubt about the stored value, from the server. */
  doubt: string | undefined
}

/** Any field of the form, as the server's table draws it; a doubt about its format stands beside it and stops nobody. */
export function FormField({ name, field, value, error, doubt }: FormFieldProps) {
  const texts = { id: idOf(name), name, label: field.label, hint: field.hint, error }
  const [said, setSaid] = useState<string | null>(doubt ?? null)
  if ('options' in field) {
    const { control, options, required } = field
    return control === 'boxes' ? (
      <CheckboxGroup {...texts} options={options} defaultValue={[value].flat()} />
    ) : (
      <RadioGroup {...texts} options={options} required={required} defaultValue={String(value)} />
    )
  }
  const { width, ...attributes } = field.attributes
  const control = { ...texts, ...attributes, defaultValue: String(value) }
  if (field.control === 'area') return <TextArea {...control} />
  if (!field.doubtful) return <TextField {...control} {...(width && { width })} />

  /** The patterns are loaded when the first such field is left. */
  async function ask({ target }: FocusEvent<HTMLInputElement>) {
    const { doubtAbout } = await import('#src/forms/registration/doubts.ts')
    setSaid(doubtAbout(name, target.value))
  }
  return (
    <div>
      <TextField {...control} {...(width && { width })} onBlur={ask} />
      <p className="hint doubt" role="status">
        {said}
      </p>
    </div>
  )
}
