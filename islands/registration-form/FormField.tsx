import { useState } from 'react'
import { doubtAbout } from '#src/forms/doubts.ts'
import { idOf } from '#src/forms/form-values.ts'
import { accountTypes, businessTypes } from '#src/forms/registration-choices.ts'
import {
  type FieldDrawing,
  type FieldName,
  fieldDrawings,
  labelOf,
} from '#src/forms/registration-fields.ts'
import type { Rule } from '#src/forms/rules.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/Field.tsx'

type FormFieldProps = {
  name: FieldName
  rule: Rule | undefined
  value: string | string[]
  error: string | undefined
}

/** Any field of the form, drawn by the one table; a doubt about its format stands beside it and stops nobody. */
export function FormField({ name, rule, value, error }: FormFieldProps) {
  const drawing: FieldDrawing = fieldDrawings[name]
  const [doubt, setDoubt] = useState(() => doubtAbout(name, String(value)))
  const texts = { id: idOf(name), name, label: labelOf(drawing), hint: drawing.hint, error }
  const options = choicesOf(drawing)
  if (options)
    return drawing.control === 'types' ? (
      <CheckboxGroup
        {...texts}
        options={options}
        defaultValue={Array.isArray(value) ? value : []}
      />
    ) : (
      <RadioGroup
        {...texts}
        options={options}
        defaultValue={String(value)}
        required={name === 'accountType'}
      />
    )
  const input = {
    ...texts,
    defaultValue: String(value),
    autoComplete: drawing.autoComplete ?? 'off',
    required: Boolean(rule?.message),
    maxLength: rule?.max,
  }
  if (drawing.control === 'area') return <TextArea {...input} />
  return (
    <div>
      <TextField
        {...input}
        width={widths[drawing.width ?? 'line']}
        {...typeOf(drawing)}
        onBlur={(event) => setDoubt(doubtAbout(name, event.target.value))}
      />
      <p className="hint doubt" role="status">
        {doubt}
      </p>
    </div>
  )
}

const widths = { line: 'line', phone: 'phone', code: 'code', number: 'short' } as const

function typeOf({ control, capitals }: FieldDrawing) {
  if (control === 'email') return { type: 'email', inputMode: 'email', spellCheck: false } as const
  if (control === 'tel') return { type: 'tel', inputMode: 'tel' } as const
  if (control === 'day') return { type: 'date', width: 'code' } as const
  return capitals ? ({ autoCapitalize: 'characters', spellCheck: false } as const) : {}
}

function choicesOf({ control }: FieldDrawing) {
  if (control === 'types') return businessTypes.map((type) => ({ value: type, label: type }))
  if (control === 'yesNo')
    return [
      { value: 'yes', label: 'Yes' },
      { value: 'no', label: 'No' },
    ]
  if (control !== 'accountType') return null
  return accountTypes.map((type) => ({ value: type, label: accountLabels[type] }))
}

const accountLabels = { credit: 'Credit account', cash: 'Cash account' }
