import type { Db } from '#db/open.ts'
import { isServed } from '#db/volume.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { hours } from '#src/domain/durations.ts'
import { lastHistoryCheck } from '#src/domain/maintenance/history-check.ts'
import type { Env } from '#src/env.ts'
import type { Finding } from './finding.ts'

/** Some checks in a row have failed, or the server does not come to it. */
const late = hours(3)

/** What the server found when it last checked the history; a command of its own checks it now. */
export function historyFinding(db: Db, { DATA_DIR, APP_TIMEZONE }: Env, now: number): Finding {
  const about = 'history'
  const check = lastHistoryCheck(db)
  if (!check)
    return {
      is: 'think',
      about,
      words: 'not checked yet: the server does so after its start and every hour',
    }
  const { at, events, faults, first } = check
  const when = `checked on ${longInstant(APP_TIMEZONE, at)}`
  if (first !== null)
    return {
      is: 'wrong',
      about,
      words: `it has been changed (${when}): ${first}${faults > 1 ? `, and ${faults - 1} more` : ''}. "verify" names every fault`,
    }
  const words = `${events} events are whole, ${when}`
  return isServed(DATA_DIR) && now - at > late
    ? {
        is: 'think',
        about,
        words: `${words}. Look for "the history could not be checked" in the log`,
      }
    : { is: 'ok', about, words }
}
