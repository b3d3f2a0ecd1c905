import { setTimeout as sleep } from 'node:timers/promises'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/durations.ts'
import { onEmails } from '#src/domain/outbox/enqueue.ts'
import { endpointsToTell, takeEvent } from '#src/domain/outbox/webhook-queue.ts'
import { startLoop } from '#src/domain/work-loop.ts'
import { deliverEvent } from './webhook-delivery.ts'

/** How long requests under way may take at the end; then they are broken off, and go when their lease has run out. */
const patienceAtEnd = seconds(4)

/**
 * Starts the deliveries to webhook endpoints: one event at a time for each, all endpoints side by side, so that a slow
 * one holds up no other. Woken with the outbox.
 */
export function startWebhooks(deps: Deps): { stop: () => Promise<void> } {
  const underWay = new Map<string, Promise<void>>()
  const stopping = new AbortController()
  const loop = startLoop(deps, beginDue, 'webhook events could not be looked for')
  const leave = onEmails(deps, loop.wake)
  return {
    async stop() {
      leave()
      await loop.stop(seconds(1))
      const ended = Promise.all(underWay.values())
      await Promise.race([ended, sleep(patienceAtEnd, null, { ref: false })])
      stopping.abort()
      await Promise.race([ended, sleep(seconds(1), null, { ref: false })])
    },
  }

  async function beginDue(): Promise<boolean> {
    const endpoints = endpointsToTell(deps).filter((endpoint) => !underWay.has(endpoint))
    if (endpoints.length === 0) return false
    await whenWritable(deps.db)
    for (const endpoint of endpoints) {
      const row = takeEvent(deps, endpoint)
      if (!row) continue
      const delivery = deliverEvent(deps, row, stopping.signal)
        .catch((err) => deps.log.error({ err, event: row.id }, 'a webhook event was not concluded'))
        .then(() => {
          underWay.delete(endpoint)
          loop.wake()
        })
      underWay.set(endpoint, delivery)
    }
    return false
  }
}
