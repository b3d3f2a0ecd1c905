import { type FieldName, fields, formFieldNames } from '#src/forms/fields/fields.ts'
import { type FormValues, idOf, rowsOf } from '#src/forms/registration/form-values.ts'
import { sectionTitles } from '#src/forms/registration/sections.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { SummaryList, type SummaryRow } from '#src/ui/registration/SummaryList.tsx'

/**
 * Reads back the answers of the first four sections, each with its Change link. Without scripts a button updates them.
 * A form that nobody has begun has nothing to read back.
 */
export function AnswersSummary({
  values,
  awake,
  begun,
}: {
  values: FormValues
  awake: boolean
  begun: boolean
}) {
  return (
    <details className="answers" open>
      <summary>Check your answers before you sign</summary>
      {(awake || begun) &&
        [1, 2, 3, 4].map((section) => (
          <div key={section}>
            <h3>{sectionTitles[section - 1]}</h3>
            <SummaryList rows={section === 2 ? directorRows(values) : fieldRows(values, section)} />
          </div>
        ))}
      {!awake && (
        <Button type="submit" small name="step" value="read-back">
          Update this summary
        </Button>
      )}
    </details>
  )
}

const fieldRows = (values: FormValues, section: number): SummaryRow[] =>
  formFieldNames(section).map((name) => {
    const { label } = fields[name]
    const value = [values[name] ?? ''].flat().map((word) => wordsOf(name, String(word)))
    return { label, value: value.join(', '), change: { href: `#${idOf(name)}`, what: label } }
  })

const directorRows = (values: FormValues): SummaryRow[] =>
  rowsOf(values).map(({ name, position }, index) => ({
    label: `Director ${index + 1}`,
    value: [name, position].filter(Boolean).join(', '),
    change: { href: `#directors-${index}-name`, what: `director ${index + 1}` },
  }))

/** A choice is read back as it was offered, a date in long words. */
function wordsOf(name: FieldName, value: string): string {
  const { type, options } = fields[name]
  if (options) return options[value] ?? value
  return (type === 'day' && longDay(value, 'UTC')) || value
}
