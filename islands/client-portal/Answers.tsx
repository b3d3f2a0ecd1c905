import type { PortalSection } from '#src/forms/portal/portal.ts'
import type { PortalDrawnField } from '#src/forms/portal/portal-drawn.ts'
import { longDay } from '#src/ui/record/dates.ts'
import { nothing, readValue } from '#src/ui/record/values.ts'
import type { Portal } from './use-portal.ts'

/** A section read: labels and values, 'N/A' where there is none. */
export function Answers({ section, portal }: { section: PortalSection; portal: Portal }) {
  const { record, directors, fields, signIn } = portal
  const rows =
    section === 'directors'
      ? directors.map(({ name, position }) => ({ label: name, value: position || nothing }))
      : answerRows(fields[section], record).map((row) =>
          row.name === 'mainEmail' ? { ...row, note: `You sign in with ${signIn.email}` } : row,
        )
  if (rows.length === 0) return <p className="empty">No directors information available</p>
  return <AnswerRows rows={rows} />
}

type Row = { label: string; value: string; name?: string; note?: string }

/** Fields with their values in words. */
export const answerRows = (fields: PortalDrawnField[], record: Portal['record']): Row[] =>
  fields.map((field) => ({
    name: field.name,
    label: field.label,
    value: shown(field, record[field.name]),
  }))

export function AnswerRows({ rows }: { rows: Row[] }) {
  return (
    <dl className="record">
      {rows.map(({ label, value, note }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two directors may have one name
        <div key={`${at} ${label}`}>
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

function shown({ column, isDay }: PortalDrawnField, value: unknown): string {
  if (isDay && typeof value === 'string') return longDay(value, 'UTC') ?? nothing
  return readValue(column, value, 'UTC')
}
