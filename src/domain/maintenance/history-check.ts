import { checkDatabase } from '#db/copies.ts'
import type { Db } from '#db/open.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import type { Deps, Store } from '#src/deps.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { hourIn } from '#src/domain/calendar.ts'
import { runCommand } from '#src/domain/command-child.ts'
import { hours } from '#src/domain/durations.ts'
import { errorMessage } from '#src/domain/refusal.ts'

type HistoryCheck = {
  at: number
  events: number
  faults: number
  first: string | null
}

/** An hour after the one in which the file may be rewritten. */
const checkHour = 4

export async function checkAtNight(deps: Deps, stopping: AbortSignal) {
  const { db, env, log, now } = deps
  const last = lastHistoryCheck(db)?.at ?? 0
  const isNight = hourIn(env.APP_TIMEZONE, now()) === checkHour
  if (Math.abs(now() - last) < hours(isNight ? 12 : 36)) return
  const isChecked = await runCommand(deps, ['verify', '--keep'], stopping)
  if (stopping.aborted) return
  const check = lastHistoryCheck(db)
  if (!isChecked || !check) throw new Error('"verify" did not end as it should')
  const { events, faults, first } = check
  if (first) log.error({ events, faults, first }, 'the nightly check found a fault: run "verify"')
  else log.info({ events }, 'the database and its history are whole')
}

export async function checkWhole(store: Store): Promise<HistoryCheck> {
  const at = store.now()
  try {
    await checkDatabase(store.db.path)
  } catch (error) {
    return {
      at,
      events: 0,
      faults: 1,
      first: errorMessage(error),
    }
  }
  const { breaks, events } = verifyChain(store)
  const [first] = breaks
  return { at, events, faults: breaks.length, first: first ? describeBreak(first) : null }
}

const name = 'history-check'

export const lastHistoryCheck = (db: Db) => readFact<HistoryCheck>(db, name)

export const keepHistoryCheck = (db: Db, check: HistoryCheck) => storeFact(db, name, check)

export function historyFault({ db }: Store): { at: string; words: string } | null {
  const check = lastHistoryCheck(db)
  if (!check?.first) return null
  const { at, faults, first } = check
  const words = `${first}${faults > 1 ? `, and ${faults - 1} more` : ''}`
  return { at: new Date(at).toISOString(), words }
}
