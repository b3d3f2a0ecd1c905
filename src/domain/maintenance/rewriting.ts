import { readFact, storeFact } from '#db/schema/installation.ts'
import { writable } from '#db/transaction.ts'
import { canVacuum, mostByDay, vacuum } from '#db/vacuum.ts'
import type { Deps } from '#src/deps.ts'
import { hourIn, hours } from '#src/domain/calendar.ts'
import { lastErasure } from '#src/domain/privacy/erased-copies.ts'

/** Writes have to wait while the file is rewritten, so that happens in this hour of the night. */
const quietHour = 3

/**
 * Rewrites the database file each night, and by day after a person was erased if the file is small. SQLite may leave
 * deleted rows in unused parts of the file.
 */
export async function rewriteWhenDue(deps: Deps) {
  const { db, env, now } = deps
  const last = readFact<{ at: number }>(db, name)?.at ?? 0
  const isNight = hourIn(env.APP_TIMEZONE, now()) === quietHour
  const isTonights = isNight && Math.abs(now() - last) >= hours(12)
  if (!isTonights && (lastErasure(deps) ?? 0) <= last) return
  if (!canVacuum(db, isTonights ? undefined : mostByDay)) return
  // the time is read first, because somebody may be erased during the rewriting
  const at = now()
  await vacuum(db)
  await writable(deps)
  storeFact(db, name, { at })
}

const name = 'rewriting'
