import type { DrawnField, DrawnFields } from '#src/forms/registration/drawn-fields.ts'
import { fieldNames } from '#src/forms/registration/field-names.ts'
import { type FormValues, idOf, rowsOf } from '#src/forms/registration/form-values.ts'
import { sectionTitles } from '#src/forms/registration/registration-choices.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { SummaryList, type SummaryRow } from '#src/ui/registration/SummaryList.tsx'

/**
 * The answers of the first four sections read back before they are signed, each with its Change link. Without scripts
 * a button brings them up to date: the server draws the form again with what was posted.
 */
export function AnswersSummary({
  values,
  fields,
  awake,
}: {
  values: FormValues
  fields: DrawnFields
  awake: boolean
}) {
  return (
    <details className="answers" open>
      <summary>Check your answers before you sign</summary>
      {[1, 2, 3, 4].map((section) => (
        <div key={section}>
          <h3>{sectionTitles[section - 1]}</h3>
          <SummaryList
            rows={section === 2 ? directorRows(values) : fieldRows(values, fields, section)}
          />
        </div>
      ))}
      {!awake && (
        <Button type="submit" small name="step" value="look">
          Update this summary
        </Button>
      )}
    </details>
  )
}

const fieldRows = (values: FormValues, fields: DrawnFields, section: number): SummaryRow[] =>
  fieldNames(section).map((name) => {
    const label = fields[name].label.replace(' (optional)', '')
    const value = [values[name] ?? ''].flat().map((word) => wordsOf(fields[name], String(word)))
    return { label, value: value.join(', '), change: { href: `#${idOf(name)}`, what: label } }
  })

const directorRows = (values: FormValues): SummaryRow[] =>
  rowsOf(values).map(({ name, position }, at) => ({
    label: `Director ${at + 1}`,
    value: [name, position].filter(Boolean).join(', '),
    change: { href: `#directors-${at}-name`, what: `director ${at + 1}` },
  }))

/** A choice is read back as it was offered, a date in long words. */
function wordsOf(field: DrawnField, value: string): string {
  if ('options' in field) return field.options.find((each) => each.value === value)?.label ?? value
  return (field.attributes.type === 'date' && longDay(value, 'UTC')) || value
}
