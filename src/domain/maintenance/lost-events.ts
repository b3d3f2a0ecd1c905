import { eq } from 'drizzle-orm'
import { installation } from '#db/schema/installation.ts'
import { transact } from '#db/transaction.ts'
import { type LostEvents, lostEventsRow } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { days } from '#src/domain/durations.ts'

/** How long the dashboard and `doctor` tell of a loss. */
const shownFor = days(1)

/** Notes that acknowledged events are missing, in the history too, in one transaction. */
export const noteLostEvents = (deps: Store, lost: LostEvents) =>
  transact(deps, (deps) => {
    const value = JSON.stringify({ ...lost, at: deps.now() })
    deps.db.orm
      .insert(installation)
      .values({ name: lostEventsRow, value })
      .onConflictDoUpdate({ target: installation.name, set: { value } })
      .run()
    recordEvent(
      deps,
      { kind: 'system' },
      {
        action: 'events lost',
        changes: [{ field: 'events', before: null, after: String(lost.events) }],
      },
    )
  })

/** A loss that was noticed in the last day; `null` without one. */
export function lostEvents({ db, now }: Store): LostEvents | null {
  const row = db.orm.select().from(installation).where(eq(installation.name, lostEventsRow)).get()
  if (!row) return null
  const { at, ...lost } = JSON.parse(row.value)
  return now() - at < shownFor ? lost : null
}

/** What somebody reads about a loss. */
export const lostWords = (timezone: string, { events, since }: LostEvents) =>
  `The write-ahead log was lost: at least ${events === 1 ? '1 event' : `${events} events`} after ${longInstant(timezone, since)} are missing, with what they stored. An off-site backup may hold them: "restore --list" shows what there is`
