import type { Db } from '#db/open.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { keptDrills } from '#src/domain/drill/kept-drills.ts'
import { drillTrouble, runsByItself } from '#src/domain/drill/status.ts'
import type { Env } from '#src/env.ts'
import type { Finding } from './finding.ts'

/** When the last recovery drill held; none without a second place. */
export function drillFindings(db: Db, env: Env, now: number): Finding[] {
  const drills = keptDrills(db, env)
  if (!drills) return []
  const about = 'drill'
  const trouble = drillTrouble({ db, env, now: () => now })
  const when = (at: number) => longInstant(env.APP_TIMEZONE, at)
  const last = drills.held
    ? `the last recovery drill that held was on ${when(drills.held.at)}`
    : 'no recovery drill has held yet'
  const byHand = runsByItself(env) ? '' : `. ${runByHand}`
  if (trouble === 'failed' && drills.failed) {
    const { at, reason } = drills.failed
    return [{ is: 'wrong', about, words: `${last}. It failed on ${when(at)}: ${reason}` }]
  }
  if (trouble === 'overdue') return [{ is: 'wrong', about, words: `${last}${byHand}` }]
  if (trouble === 'by-hand') return [{ is: 'think', about, words: `${last}${byHand}` }]
  return [{ is: 'ok', about, words: last }]
}

const runByHand =
  'The server has no private key for the backups: run "drill" every week, or set BACKUP_IDENTITY_FILE, and then somebody who takes over this machine can open the backups, too'
