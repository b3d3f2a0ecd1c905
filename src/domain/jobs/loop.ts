import { setTimeout as sleep } from 'node:timers/promises'
import { writable } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'
import { reclaimJobs } from './jobs.ts'

export type Queue = {
  name: string
  lanes?: () => string[]
  /** Does the next job in a lane, a part of the queue that works by itself. Returns false when none is due. `stopping` aborts the job. */
  turn: (lane: string, stopping: AbortSignal) => Promise<boolean>
  retryNow?: () => void
  close?: () => void
}

export type Schedule = {
  name: string
  first: number
  every: number
  run: (deps: Deps, stopping: AbortSignal) => Promise<unknown>
}

const poll = seconds(15)

const shutdownTimeout = seconds(4)

/**
 * Starts the loop, which looks for due jobs when it is woken and every 15 seconds, and logs errors. `stop` resolves
 * within about five seconds.
 */
export function startJobs(
  deps: Deps,
  { queues, schedules }: { queues: Queue[]; schedules: Schedule[] },
): { stop: () => Promise<void> } {
  const { log, jobListeners } = deps
  const running = new Map<string, Promise<void>>()
  const woken = new Set<string>()
  const ending = { queues: new AbortController(), schedules: new AbortController() }
  let stopped = false
  const timers = [setInterval(wake, poll), ...schedules.flatMap(timersOf)]
  for (const timer of timers) timer.unref()
  writable(deps)
    .then(() => reclaimJobs(deps))
    .catch((err) => log.error({ err }, 'jobs of the last server wait for the end of their leases'))
    .then(() => {
      if (stopped) return
      jobListeners.add(wake)
      wake()
    })
  return {
    async stop() {
      stopped = true
      jobListeners.delete(wake)
      timers.forEach(clearInterval)
      ending.schedules.abort()
      const ended = Promise.all(running.values())
      await Promise.race([ended, sleep(shutdownTimeout, null, { ref: false })])
      ending.queues.abort()
      for (const { close } of queues) close?.()
      await Promise.race([ended, sleep(seconds(1), null, { ref: false })])
    },
  }

  function wake(atOnce = false) {
    for (const queue of queues) {
      if (atOnce) queue.retryNow?.()
      for (const lane of lanesOf(queue)) look(queue, lane)
    }
  }

  function lanesOf({ name, lanes }: Queue): string[] {
    try {
      return lanes?.() ?? ['']
    } catch (err) {
      log.error({ err, queue: name }, 'jobs could not be looked for')
      return []
    }
  }

  function look(queue: Queue, lane: string) {
    const key = `${queue.name} ${lane}`
    if (running.has(key)) {
      woken.add(key)
      return
    }
    begin(key, 'jobs could not be done', async () => {
      do woken.delete(key)
      while (!stopped && ((await turn(queue, lane)) || woken.has(key)))
    })
  }

  async function turn(queue: Queue, lane: string) {
    await writable(deps)
    return queue.turn(lane, ending.queues.signal)
  }

  function timersOf({ name, first, every, run }: Schedule) {
    const task = () => {
      if (running.has(name)) return
      begin(name, 'scheduled work failed', async () => {
        await writable(deps)
        await run(deps, ending.schedules.signal)
      })
    }
    return [setTimeout(task, first), setInterval(task, every)]
  }

  function begin(name: string, failure: string, work: () => Promise<void>) {
    if (stopped) return
    const done = work()
      .catch((err) => {
        if (!ending.schedules.signal.aborted) log.error({ err, work: name }, failure)
      })
      .then(() => {
        running.delete(name)
      })
    running.set(name, done)
  }
}
