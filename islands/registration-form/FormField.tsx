import { useEffect, useRef, useState } from 'react'
import { abroadHint, abroadIn } from '#src/forms/fields/abroad.ts'
import { typeOf } from '#src/forms/fields/field.ts'
import { type FieldName, fields, labelOf } from '#src/forms/fields/fields.ts'
import { formatWarning, notADay } from '#src/forms/fields/format-warnings.ts'
import { lettersWarning } from '#src/forms/fields/printed-letters.ts'
import { idOf } from '#src/forms/registration/sections.ts'
import { CheckboxGroup, RadioGroup } from '#src/ui/fields/ChoiceGroup.tsx'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { afterTap, Doubt, WithDoubt } from './WithDoubt.tsx'

type FormFieldProps = {
  name: FieldName
  sentAs?: string
  value: string | string[]
  error: string | undefined
  hint?: string | undefined
  readOnly?: boolean
  /** Today in the supplier's time zone, as `YYYY-MM-DD`. */
  today: string
  abroad: FieldName[]
}

export function FormField({
  name,
  value,
  error,
  hint,
  sentAs = name,
  readOnly = false,
  today,
  abroad,
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
  const doubtOf = (judged: string) => {
    if (abroad.includes(name) || (abroad[0] && format === 'postCode'))
      return name === abroad[0] && abroadHint(abroad)
    return (
      (format && formatWarning(format, judged, today)) || (!input?.type && lettersWarning(judged))
    )
  }
  return (
    <WithDoubt
      value={String(value)}
      isDay={type === 'day'}
      notesOf={(judged) => (
        <>
          {type === 'day' && judged && judged !== notADay && (
            <p className="hint field-words">{longDay(judged, 'UTC')}</p>
          )}
          {!readOnly && <Doubt>{doubtOf(judged)}</Doubt>}
        </>
      )}
    >
      {(judging) =>
        input ? (
          <TextField {...control} {...input} {...(width && { width })} {...judging} />
        ) : (
          <TextArea {...control} {...judging} />
        )
      }
    </WithDoubt>
  )
}

type Answers = Record<string, unknown>

/**
 * Judges the answers that may need the hint for a business abroad, again when a field is left. `now` is the form's
 * state.
 */
export function useAbroad(first: Answers, now: Answers | undefined) {
  const [abroad, setAbroad] = useState(() => fieldsAbroad(first))
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  function judge(answers: Answers) {
    const found = fieldsAbroad(answers)
    setAbroad((before) => (String(before) === String(found) ? before : found))
  }
  return {
    abroad,
    judge,
    onBlur: () => setTimeout(() => judge(latest.current ?? {}), afterTap),
  }
}

const fieldsAbroad = (answers: Answers) => abroadIn((name) => String(answers[name] ?? ''))
