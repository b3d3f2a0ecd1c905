import { type DirectorRow, type FormValues, idOf } from '#src/forms/form-values.ts'
import { sectionTitles } from '#src/forms/registration-choices.ts'
import { fieldDrawings, fieldNames } from '#src/forms/registration-fields.ts'
import { SummaryList, type SummaryRow } from '#src/ui/SummaryList.tsx'

/** The answers of the first four sections read back before they are signed, each with its Change link. */
export function AnswersSummary({ values }: { values: FormValues }) {
  return (
    <details className="answers" open>
      <summary>Check your answers before you sign</summary>
      {[1, 2, 3, 4].map((section) => (
        <div key={section}>
          <h3>{sectionTitles[section - 1]}</h3>
          <SummaryList rows={section === 2 ? directorRows(values) : fieldRows(values, section)} />
        </div>
      ))}
    </details>
  )
}

const fieldRows = (values: FormValues, section: number): SummaryRow[] =>
  fieldNames(section).map((name) => {
    const { label } = fieldDrawings[name]
    const value = values[name]
    return {
      label,
      value: words(Array.isArray(value) ? value.join(', ') : String(value ?? '')),
      change: { href: `#${idOf(name)}`, what: label },
    }
  })

function directorRows({ directors }: FormValues): SummaryRow[] {
  const named = ((directors ?? []) as DirectorRow[]).filter(({ name }) => name.trim())
  const rows = named.length > 0 ? named : [{ name: '', position: '' }]
  return rows.map(({ name, position }, at) => ({
    label: `Director ${at + 1}`,
    value: position ? `${name}, ${position}` : name,
    change: { href: `#directors-${at}-name`, what: `director ${at + 1}` },
  }))
}

const words = (value: string) =>
  ({ yes: 'Yes', no: 'No', credit: 'Credit account', cash: 'Cash account' })[value] ?? value
