import { sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { events } from '#db/schema/events.ts'
import type { Deps } from '#src/deps.ts'

/**
 * Whether nobody has signed in to the back office or begun an application yet, as on a server that was started before a
 * restore. The condition is a literal, so that SQLite uses the index of sign-ins.
 */
export function isUnused({ db: { orm } }: Pick<Deps, 'db'>): boolean {
  const signIn = sql`actor_kind = 'admin' and action = 'signed in'`
  return (
    !orm.select({ seq: applications.seq }).from(applications).limit(1).get() &&
    !orm.select({ seq: events.seq }).from(events).where(signIn).limit(1).get()
  )
}
