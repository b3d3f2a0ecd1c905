import type { Change } from '#db/schema/events.ts'
import type { Store } from '#src/deps.ts'
import { days } from '#src/domain/durations.ts'
import { sectionOf, sectionTitles } from '#src/forms/registration/sections.ts'

const span = days(7)
const mostUpdates = 20
/** How many events are read: a busy draft saves often, and each application is shown once. */
const mostEvents = 2000

/** What customers did in the last seven days (rule 268). Instants are ISO in UTC. */
export function recentUpdates({ db, now }: Store) {
  const since = now() - span
  const rows = db.sqlite
    .prepare<
      [object],
      Row
    >(`select e.seq, e.at, e.action, e.section, a.id, a.business_name as businessName, a.status
     from events e indexed by events_by_customers cross join applications a on a.id = e.application
     where e.actor_kind in ('applicant', 'client') and e.section is not 'access' and e.seq > 0
     order by e.seq desc limit @most`)
    .iterate({ most: mostEvents })
  const latest = new Map<string, Row>()
  for (const row of rows) {
    if (row.at < since) break
    if (!latest.has(row.id)) latest.set(row.id, row)
    if (latest.size === mostUpdates) break
  }
  const changesOf = db.sqlite.prepare<[number], { changes: string }>(
    'select changes from event_changes where event = ?',
  )
  return [...latest.values()].map((row) => updateOf(row, readChanges(changesOf.get(row.seq))))
}

type Row = {
  seq: number
  at: number
  action: string
  section: string | null
  id: string
  businessName: string | null
  status: string
}

function updateOf({ at, action, section, id, businessName, status }: Row, fields: string[]) {
  const [field] = fields
  const where = section ?? (field === undefined ? null : titleOf(field))
  const count = fields.length === 1 ? '1 field' : `${fields.length} fields`
  return {
    id,
    businessName,
    status,
    updatedAt: new Date(at).toISOString(),
    section: action === 'application submitted' ? null : where,
    summary: summaries[action]?.(count, where ?? 'the application') ?? action,
  }
}

/** The words for each action of a customer. */
const summaries: Record<string, (count: string, where: string) => string> = {
  'draft created': (_, where) => `Started an application with ${where}`,
  'draft saved': (count, where) => `Saved ${count} in ${where}`,
  'draft link requested': () => 'Asked for a link to finish on another device',
  'directors listed': () => 'Listed the directors',
  'application submitted': () => 'Submitted the application',
  'information request answered': () => 'Answered a question of the accounts team',
  'password set': () => 'Set a password for the portal',
  'application amended': (count, where) => `Changed ${count} in ${where}`,
}

const titleOf = (field: string) => sectionTitles[sectionOf(field) - 1] ?? null

const readChanges = (row: { changes: string } | undefined): string[] =>
  row ? (JSON.parse(row.changes) as Change[]).map(({ field }) => field) : []
