import type { PortalSection } from '#src/forms/portal.ts'
import type { PortalDrawnField } from '#src/forms/portal-drawn.ts'
import { longDay } from '#src/ui/dates.ts'
import { nothing, readValue } from '#src/ui/record-values.ts'
import type { Portal } from './use-portal.ts'

/** A section read: labels and values, 'N/A' where there is none. */
export function Answers({ section, portal }: { section: PortalSection; portal: Portal }) {
  const { record, directors, fields } = portal
  const rows =
    section === 'directors'
      ? directors.map(({ name, position }) => ({ label: name, value: position || nothing }))
      : answerRows(fields[section], record)
  if (rows.length === 0) return <p className="empty">No directors information available</p>
  return <AnswerRows rows={rows} />
}

type Row = { label: string; value: string }

/** Fields with their values in words. */
export const answerRows = (fields: PortalDrawnField[], record: Portal['record']): Row[] =>
  fields.map((field) => ({ label: field.label, value: shown(field, record[field.name]) }))

export function AnswerRows({ rows }: { rows: Row[] }) {
  return (
    <dl className="record">
      {rows.map(({ label, value }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two directors may have one name
        <div key={`${at} ${label}`}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function shown({ column, isDay }: PortalDrawnField, value: unknown): string {
  if (isDay && typeof value === 'string') return longDay(value, 'UTC') ?? nothing
  return readValue(column, value, 'UTC')
}
