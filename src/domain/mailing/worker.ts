import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { minutes, seconds } from '#src/domain/durations.ts'
import { onEmails } from '#src/domain/outbox/enqueue.ts'
import { backoff, releaseWaiting, spaceInvitations } from '#src/domain/outbox/queue.ts'
import { startLoop } from '#src/domain/work-loop.ts'
import { deliverNext } from './delivery.ts'
import { resolveEmailRequests } from './resolve-requests.ts'
import { openSender, type Sender } from './settings-mailer.ts'
import { settingsRow } from './settings-row.ts'

/** The longest that all emails wait after the server was found down; each has its own time beside this. */
const longestHold = minutes(5)

/** How long the email under way may take at the end; then it is broken off, and goes when its lease has run out. */
const patienceAtEnd = seconds(4)

/**
 * Starts the one worker that delivers emails: woken by every commit that leaves one, and every 15 seconds. `stop`
 * ends it after the email that is under way.
 */
export function startOutbox(deps: Deps): { stop: () => Promise<void> } {
  let sender: Sender | null = null
  /** Failures of the server in a row, and until when it is left alone. */
  let down = { times: 0, until: 0 }

  const loop = startLoop(deps, takeTurn, 'the outbox could not be worked off')
  const leave = onEmails(deps, (atOnce) => {
    if (atOnce) down = { times: 0, until: 0 }
    loop.wake()
  })
  return {
    async stop() {
      leave()
      await loop.stop(patienceAtEnd)
      sender?.mailer.close()
      await loop.stop(seconds(1))
    },
  }

  async function takeTurn(): Promise<boolean> {
    await whenWritable(deps.db)
    const opened = await currentSender()
    if (opened && opened !== sender) spaceInvitations(deps)
    sender = opened
    resolveEmailRequests(deps)
    if (!sender || deps.now() < down.until) return false
    const turn = await deliverNext(deps, sender, Math.random())
    if (turn === 'sent') {
      if (down.times > 0) spaceInvitations(deps)
      down = { times: 0, until: 0 }
    }
    if (turn === 'nothing') return false
    if (isReplaced(sender)) {
      // what the earlier settings failed at meanwhile goes with the new ones
      releaseWaiting(deps)
      return true
    }
    if (turn !== 'down') return true
    const times = down.times + 1
    down = { times, until: deps.now() + Math.min(backoff(times, Math.random()), longestHold) }
    return false
  }

  /** Connections are kept while the settings stay the same. */
  async function currentSender(): Promise<Sender | null> {
    if (sender && !isReplaced(sender) && !settingsRow(deps)?.oauth365ReconnectNeeded) return sender
    sender?.mailer.close()
    return openSender(deps)
  }

  function isReplaced({ settings }: Sender): boolean {
    return settingsRow(deps)?.version !== settings.version
  }
}
