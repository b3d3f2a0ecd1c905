import { type FieldName, fields, readingOf } from '#src/forms/fields/fields.ts'
import { type PortalSection, portalFields, portalNameOf } from '#src/forms/portal/portal.ts'
import { longDay } from '#src/ui/record/dates.ts'
import { nothing, readValue } from '#src/ui/record/values.ts'
import type { Portal } from './use-portal.ts'

/** A section read: labels and values, 'N/A' where there is none. */
export function Answers({ section, portal }: { section: PortalSection; portal: Portal }) {
  const { record, directors, signIn } = portal
  const rows =
    section === 'directors'
      ? directors.map(({ name, position }) => ({ label: name, value: position || nothing }))
      : answerRows(portalFields(section), record).map((row) =>
          row.name === 'mainEmail' ? { ...row, note: `You sign in with ${signIn.email}` } : row,
        )
  if (rows.length === 0) return <p className="empty">No directors information available</p>
  return <AnswerRows rows={rows} />
}

type Row = { label: string; value: string; name?: string; note?: string }

/** Fields with their values in words. */
export const answerRows = (names: FieldName[], record: Portal['record']): Row[] =>
  names.map((name) => ({
    name,
    label: readingOf(fields[name]),
    value: shown(name, record[portalNameOf(name)]),
  }))

export function AnswerRows({ rows }: { rows: Row[] }) {
  return (
    <dl className="record">
      {rows.map(({ label, value, note }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two directors may have one name
        <div key={`${index} ${label}`}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note && <p className="hint">{note}</p>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function shown(name: FieldName, value: unknown): string {
  if (fields[name].type === 'day' && typeof value === 'string')
    return longDay(value, 'UTC') ?? nothing
  return readValue(name, value, 'UTC')
}
