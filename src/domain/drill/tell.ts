import { transactSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { days } from '#src/domain/durations.ts'
import { enqueue } from '#src/domain/outbox/enqueue.ts'
import { keep, keptDrills } from './kept-drills.ts'
import { isOverdue } from './status.ts'

/** How long before the same reason is told again. */
const again = days(7)

/** Tells the accounts team of a drill that failed or is overdue: once a week, and at once when the reason changes. */
export async function tellOfDrills(deps: Deps) {
  if (!reasonNow(deps)) return
  await transactSoon(deps, (deps) => {
    const { db, env, now } = deps
    const drills = keptDrills(db, env)
    const reason = reasonNow(deps)
    if (!drills || !reason || !isNews(drills.told, reason, now())) return
    keep(db, { ...drills, told: { at: now(), reason } })
    const last = drills.held && longInstant(env.APP_TIMEZONE, drills.held.at)
    enqueue(deps, { kind: 'drill-failed', reason, last }, `drill-failed|${now()}`)
  })
}

function reasonNow({ db, env, now }: Pick<Deps, 'db' | 'env' | 'now'>): string | null {
  const drills = keptDrills(db, env)
  if (!drills) return null
  if (drills.failed) return drills.failed.reason
  return isOverdue({ db, env, now }) ? 'No drill has been run for more than eight days' : null
}

function isNews(told: { at: number; reason: string } | null, reason: string, now: number) {
  if (!told || told.at > now || now - told.at >= again) return true
  return withoutNumbers(told.reason) !== withoutNumbers(reason)
}

/** The names of copies, and free space, are other ones each day. */
const withoutNumbers = (reason: string) => reason.replace(/\d+/g, '')
