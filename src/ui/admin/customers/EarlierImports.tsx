import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { counted, type ImportRecord } from './records.ts'

/** What became of the files before. */
export function EarlierImports({
  imports,
  timezone,
}: {
  imports: ImportRecord[]
  timezone: string
}) {
  if (imports.length === 0) return null
  return (
    <RecordCard wide id="earlier-imports" title="Earlier imports">
      <ul className="sessions">
        {imports.map((row) => (
          <li key={row.id}>
            <div>
              <p>
                {row.fileName}: {outcomeOf(row)}
              </p>
              <p className="quiet">
                {longTime(row.at, timezone)}, by {row.by}
                {row.invitesCustomers && ', with invitations'}
              </p>
            </div>
            {row.faults + row.notes > 0 && (
              <ButtonLink
                small
                href={`/admin/customers/faults?import=${row.id}`}
                aria-label={`Faults and Notes: ${row.fileName}`}
              >
                Faults and Notes
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </RecordCard>
  )
}

function outcomeOf({ state, rows, doneRows, lines }: ImportRecord): string {
  const left = lines > 0 ? `, ${counted(lines, 'line')} left out` : ''
  if (state === 'finished') return `${counted(rows - lines, 'customer')} imported${left}`
  return doneRows > 0 ? `stopped after ${counted(doneRows, 'row')}` : 'discarded'
}
