import type { Store } from '#src/deps.ts'
import { eventsByAdmin } from '#src/domain/audit/events.ts'

/** How many entries a page has. */
const mostShown = 50

/**
 * What an account of the back office did, newest first, reads and sign-ins included: those before an event, or the
 * newest with `null`. `earlier` is where the next page begins. Instants are ISO in UTC.
 */
export function activityOf(deps: Store, username: string, before: number | null) {
  const rows = eventsByAdmin(deps, username, before ?? Number.MAX_SAFE_INTEGER, mostShown + 1)
  const shown = rows.slice(0, mostShown)
  return {
    entries: shown.map(({ id, at, action, application, address, changes }) => ({
      id,
      at: new Date(at).toISOString(),
      action,
      application,
      address,
      changes: changes ?? [],
    })),
    earlier: rows.length > mostShown ? (shown.at(-1)?.id ?? null) : null,
  }
}
