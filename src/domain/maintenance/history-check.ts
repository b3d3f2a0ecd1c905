import { eq } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { installation } from '#db/schema/installation.ts'
import { writeSoon } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { type ChainScan, describeBreak, endScan } from '#src/domain/audit/chain.ts'
import { openAuditSeal, readAuditSeal } from '#src/domain/audit/installation.ts'
import { shortWitness } from '#src/domain/audit/witness.ts'
import { hours, minutes, seconds } from '#src/domain/durations.ts'
import { runInChild } from '#src/domain/low-priority-child.ts'

/** The result of the last check, as it is kept; `first` names the first of the `faults` in words. */
export type HistoryCheck = {
  at: number
  events: number
  faults: number
  first: string | null
  /** The head of the history that was checked, in its short form; `null` without events. */
  head: string | null
}

type Store = Pick<Deps, 'db' | 'keys' | 'log' | 'now'>

/** A million events take seconds; a check that takes this long hangs. */
const longest = minutes(30)

/**
 * Checks the history soon after the start and every hour, in a child process. `stop` ends a check that is under way and
 * resolves when it has ended.
 */
export function startHistoryChecks(deps: Store, childPath: string): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let running: Promise<unknown> | null = null
  const run = () => {
    running ??= checkHistory(deps, childPath, stopping.signal).finally(() => {
      running = null
    })
  }
  // after the first requests and the first clean-up
  const timers = [setTimeout(run, seconds(10)), setInterval(run, hours(1))]
  for (const timer of timers) timer.unref()
  return {
    async stop() {
      timers.forEach(clearInterval)
      stopping.abort()
      await running
    },
  }
}

/** Checks the history in a child process and keeps the result; a check that fails is logged and keeps the last one. */
export async function checkHistory(deps: Store, childPath: string, stopping: AbortSignal) {
  const { db, keys, log, now } = deps
  const began = now()
  try {
    const task = { path: db.path, key: readAuditSeal(db, keys).key }
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(longest)])
    const scan = await runInChild<ChainScan>(childPath, task, limit)
    if (stopping.aborted) return
    const { head } = openAuditSeal(keys, scan.sealed)
    const { breaks, events } = endScan(db, scan, head)
    const [first] = breaks
    const check: HistoryCheck = {
      at: now(),
      events,
      faults: breaks.length,
      first: first ? describeBreak(first) : null,
      head: head.seq > 0 ? shortWitness({ event: head.seq, hash: head.hash }) : null,
    }
    await writeSoon(db, () => keep(db, check))
    const facts = { events, ms: now() - began }
    if (first) log.error({ ...facts, faults: breaks.length, first: check.first }, brokenHistory)
    else log.info(facts, 'the history is whole')
  } catch (err) {
    if (!stopping.aborted) log.error({ err }, 'the history could not be checked')
  }
}

const brokenHistory = 'the history is not as it was written: run "verify"'

/** The last check; `null` before the first. */
export function lastHistoryCheck({ orm }: Db): HistoryCheck | null {
  const row = orm.select().from(installation).where(eq(installation.name, name)).get()
  return row ? JSON.parse(row.value) : null
}

/** The last check for a page, with its age in whole minutes. */
export function historyStatus({ db, now }: Pick<Deps, 'db' | 'now'>) {
  const check = lastHistoryCheck(db)
  if (!check) return null
  const { at, ...found } = check
  return { ...found, minutesAgo: Math.max(0, Math.floor((now() - at) / minutes(1))) }
}

const name = 'history-check'

function keep({ orm }: Db, check: HistoryCheck) {
  const value = JSON.stringify(check)
  orm
    .insert(installation)
    .values({ name, value })
    .onConflictDoUpdate({ target: installation.name, set: { value } })
    .run()
}
