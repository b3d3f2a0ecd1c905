import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { drillAndKeep, identityIn } from './drill-and-keep.ts'
import { type DrillFiles, DrillNotRun, removeDrillLeftovers } from './run-drill.ts'
import { isDue, runsByItself } from './status.ts'
import { tellOfDrills } from './tell.ts'

/**
 * Looks soon after the start and every hour whether a drill is due, and runs one when an administrator asks. `stop` ends
 * a drill that is under way; it runs after the next start.
 */
export function startDrills(deps: Deps, files: DrillFiles): { stop: () => Promise<void> } {
  removeLeftovers(deps)
  const stopping = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const look = (asked: boolean) => {
    running = running.then(() => drillWhenDue(deps, files, stopping.signal, asked))
  }
  const timers = deps.env.BACKUP_TARGET
    ? [setTimeout(look, minutes(15), false), setInterval(look, hours(1), false)]
    : []
  for (const timer of timers) timer.unref()
  if (deps.env.BACKUP_TARGET) deps.drill.begin = () => look(true)
  return {
    async stop() {
      timers.forEach(clearInterval)
      deps.drill.begin = null
      stopping.abort()
      await running
    },
  }
}

/** A lock that cannot be opened, as after a drill by another user, does not keep the server from starting. */
function removeLeftovers({ env, log }: Deps) {
  try {
    removeDrillLeftovers(env)
  } catch (err) {
    log.error({ err }, 'what a drill left could not be removed')
  }
}

/** "Run the drill now". Refuses 'conflict' while one runs, or when the server cannot run one by itself. */
export function askForDrill(deps: Deps, admin: Admin) {
  const { begin, since } = deps.drill
  if (!begin) throw new Refusal('conflict', 'No second place is set, so there is no drill to run')
  if (!runsByItself(deps.env))
    throw new Refusal('conflict', 'The server has no private key to open the backups with')
  if (since !== null) throw new Refusal('conflict', 'A drill is running already')
  transact(deps, (deps) => recordEvent(deps, admin, { action: 'recovery drill asked for' }))
  deps.drill.since = deps.now()
  begin()
}

/** Runs a drill when one is due or was asked for, and tells people when one failed or is overdue. */
export async function drillWhenDue(
  deps: Deps,
  files: DrillFiles,
  stopping: AbortSignal,
  asked = false,
) {
  const { env, log } = deps
  if (!env.BACKUP_TARGET || stopping.aborted) return
  // a command that was killed leaves its opened copy, and may have been the last drill for a week
  removeLeftovers(deps)
  try {
    if ((asked || isDue(deps)) && runsByItself(env)) await runOne(deps, files, stopping)
    if (!stopping.aborted) await tellOfDrills(deps)
  } catch (err) {
    log.error({ err }, 'the result of the recovery drill could not be kept')
  } finally {
    deps.drill.since = null
  }
}

/** A failure is logged and kept, so it does not reject. */
async function runOne(deps: Deps, files: DrillFiles, stopping: AbortSignal) {
  const { env, log, now } = deps
  const { BACKUP_TARGET } = env
  if (!BACKUP_TARGET) return
  deps.drill.since = now()
  try {
    const options = { target: BACKUP_TARGET, askIdentity: () => identityIn(env), stopping }
    const { copy, bytes, events, documents, took } = await drillAndKeep(deps, files, options)
    log.info({ copy, bytes, events, documents, took }, 'the recovery drill held')
  } catch (err) {
    if (stopping.aborted) return
    if (err instanceof DrillNotRun) log.warn({ err }, 'the recovery drill was not run')
    else log.error({ err }, 'the recovery drill failed')
  }
}
