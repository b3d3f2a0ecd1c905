import { setTimeout as sleep } from 'node:timers/promises'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { minutes, seconds } from '#src/domain/durations.ts'
import { onEmails } from '#src/domain/outbox/enqueue.ts'
import { backoff } from '#src/domain/outbox/queue.ts'
import { deliverNext, type Turn } from './delivery.ts'
import { resolveEmailRequests } from './resolve-requests.ts'
import { openSender, type Sender } from './settings-mailer.ts'
import { settingsRow } from './settings-row.ts'

/** How often the outbox is looked at without being woken: for tries that have become due. */
const poll = seconds(15)

/** The longest that all emails wait after the server was found down; each has its own time beside this. */
const longestHold = minutes(5)

/** How long the email under way may take at the end; then it is broken off, and goes when its lease has run out. */
const patienceAtEnd = seconds(4)
const unref = { ref: false }

/**
 * Starts the one worker that delivers emails: woken by every commit that leaves one, and every 15 seconds. `stop`
 * ends it after the email that is under way.
 */
export function startOutbox(deps: Deps): { stop: () => Promise<void> } {
  let sender: Sender | null = null
  let running: Promise<void> | null = null
  let stopped = false
  let woken = false
  /** Failures of the server in a row, and until when it is left alone. */
  let down = { times: 0, until: 0 }

  const leave = onEmails(deps, (atOnce) => {
    if (atOnce) down = { times: 0, until: 0 }
    wake()
  })
  const timer = setInterval(wake, poll)
  timer.unref()
  wake()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      leave()
      await Promise.race([running, sleep(patienceAtEnd, null, unref)])
      sender?.mailer.close()
      await Promise.race([running, sleep(seconds(1), null, unref)])
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
        let turn: Turn = 'sent'
        while (turn !== 'nothing' && turn !== 'down' && !stopped) turn = await takeTurn()
      }
    } catch (err) {
      // the storage is at fault, or the key; the next poll tries again
      woken = false
      deps.log.error({ err }, 'the outbox could not be worked off')
    }
  }

  async function takeTurn(): Promise<Turn> {
    await whenWritable(deps.db)
    sender = await currentSender()
    resolveEmailRequests(deps)
    if (!sender || deps.now() < down.until) return 'nothing'
    const turn = await deliverNext(deps, sender, Math.random())
    if (turn === 'sent') down = { times: 0, until: 0 }
    if (turn !== 'down') return turn
    const times = down.times + 1
    down = { times, until: deps.now() + Math.min(backoff(times, Math.random()), longestHold) }
    return turn
  }

  /** Connections are kept while the settings stay the same. */
  async function currentSender(): Promise<Sender | null> {
    const row = settingsRow(deps)
    const same = sender && row?.version === sender.settings.version
    if (same && !row?.oauth365ReconnectNeeded) return sender
    sender?.mailer.close()
    return openSender(deps)
  }
}
