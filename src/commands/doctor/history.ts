import { isServed } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { days } from '#src/domain/durations.ts'
import { lastHistoryCheck } from '#src/domain/maintenance/history-check.ts'
import type { Finding } from './finding.ts'

/** Two nights without a check: it fails, or the server does not come to it. */
const late = days(2)

/** What the server found when it last checked the history; a command of its own checks it now. */
export function historyFinding({ db, env: { DATA_DIR, APP_TIMEZONE }, now }: Store): Finding {
  const about = 'history'
  const check = lastHistoryCheck(db)
  if (!check)
    return {
      is: 'think',
      about,
      words: 'not checked yet: the server does so ten minutes after its start and every night',
    }
  const { at, events, faults, first } = check
  const when = `checked on ${longInstant(APP_TIMEZONE, at)}`
  if (first !== null)
    return {
      is: 'wrong',
      about,
      words: `a fault was found (${when}): ${first}${faults > 1 ? `, and ${faults - 1} more` : ''}. "verify" names every fault`,
    }
  const words = `${events} events are whole, ${when}`
  return isServed(DATA_DIR) && now() - at > late
    ? {
        is: 'think',
        about,
        words: `${words}. Look for "nightly check" in the log`,
      }
    : { is: 'ok', about, words }
}
