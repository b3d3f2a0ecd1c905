import { type PortalSection, portalFields } from '#src/forms/portal.ts'
import type { FieldDrawing } from '#src/forms/registration-fields.ts'
import { longDay } from '#src/ui/dates.ts'
import { nothing, readValue } from '#src/ui/record-values.ts'
import type { Director, PortalRecord } from './use-portal.ts'

/** A section read: labels and values, 'N/A' where there is none. */
export function Answers({
  section,
  record,
  directors,
}: {
  section: PortalSection
  record: PortalRecord
  directors: Director[]
}) {
  const rows =
    section === 'directors'
      ? directors.map(({ name, position }) => ({ label: name, value: position || nothing }))
      : portalFields(section).map(({ name, column, drawing }) => ({
          label: drawing.label,
          value: shown(column, drawing, record[name]),
        }))
  if (rows.length === 0) return <p className="empty">No directors information available</p>
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

function shown(column: string, { control }: FieldDrawing, value: unknown): string {
  if (control === 'day' && typeof value === 'string') return longDay(value, 'UTC') ?? nothing
  return readValue(column, value, 'UTC')
}
