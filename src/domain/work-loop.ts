import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#src/deps.ts'
import { seconds } from './durations.ts'

/** How often there is a look without being woken: for tries that have become due. */
const poll = seconds(15)

export type WorkLoop = {
  wake: () => void
  /** Begins nothing more. Resolves when the turn under way has ended, or after so many milliseconds. */
  stop: (patience: number) => Promise<void>
}

/**
 * Takes turns, one at a time, until one returns false for nothing to do; again when woken, and every 15 seconds. After
 * an error the next look tries again.
 */
export function startLoop(
  { log }: Pick<Deps, 'log'>,
  turn: () => Promise<boolean>,
  failure: string,
): WorkLoop {
  let running: Promise<void> | null = null
  let stopped = false
  let woken = false
  const timer = setInterval(wake, poll)
  timer.unref()
  wake()
  return {
    wake,
    async stop(patience) {
      stopped = true
      clearInterval(timer)
      await Promise.race([running, sleep(patience, null, { ref: false })])
    },
  }

  function wake() {
    woken = true
    if (stopped || running) return
    running = work().finally(() => {
      running = null
      if (woken) wake()
    })
  }

  async function work() {
    try {
      while (woken && !stopped) {
        woken = false
        while (!stopped && (await turn())) {}
      }
    } catch (err) {
      // the storage is at fault, or the key
      woken = false
      log.error({ err }, failure)
    }
  }
}
