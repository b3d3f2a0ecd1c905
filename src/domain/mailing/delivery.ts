import { isBusy, whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import {
  isHeld,
  markDiscarded,
  markFailed,
  markSent,
  type OutboxRow,
  takeDue,
} from '#src/domain/outbox/queue.ts'
import { settle } from '#src/domain/outbox/settle.ts'
import { type Delivery, type Failure, failed, MailFault, reasonCode } from '#src/mail/mailer.ts'
import { messageOf } from './compose.ts'
import { emailLogo } from './email-logo.ts'
import type { Sender } from './settings-mailer.ts'

/** What one turn of the worker came to; 'down' when the server or the settings failed, not the email. */
export type Turn = 'nothing' | 'sent' | 'needless' | 'failed' | 'down'

/**
 * Sends the next email that is due. A crash at any step loses nothing: the email is leased before, and marked only
 * after the server has taken it. `random` (0 to 1) spreads the tries after a failure.
 */
export async function deliverNext(deps: Deps, sender: Sender, random: number): Promise<Turn> {
  const row = takeDue(deps)
  if (!row) return 'nothing'
  const delivery = await deliver(deps, row, sender)
  if (delivery === null) {
    await settle(deps, row, () => markDiscarded(deps, row))
    return 'needless'
  }
  if (delivery.ok) {
    if (!(await settle(deps, row, () => markSent(deps, row))))
      deps.log.warn({ email: row.id }, 'an email was sent past its lease')
    return 'sent'
  }
  await settle(deps, row, () => noteFailure(deps, row, delivery, random))
  return ofEmail.includes(delivery.reason) ? 'failed' : 'down'
}

const ofEmail = ['REJECTED', 'NOT_WRITTEN']

/** An email that cannot even be written must not hold up those behind it. */
async function deliver(deps: Deps, row: OutboxRow, sender: Sender): Promise<Delivery | null> {
  try {
    const logo = await emailLogo(deps)
    await whenWritable(deps.db)
    if (!isHeld(deps, row)) return null
    const message = messageOf(deps, row, sender.settings, logo)
    return message && (await sender.mailer.send(message))
  } catch (err) {
    if (isBusy(err)) throw err
    deps.log.error({ err, email: row.id, kind: row.kind }, 'an email could not be written')
    return failed(new MailFault('NOT_WRITTEN'), [])
  }
}

function noteFailure(deps: Deps, row: OutboxRow, failure: Failure, random: number) {
  const state = markFailed(deps, row, failure, random)
  const facts = { email: row.id, kind: row.kind, reason: reasonCode(failure) }
  if (state === 'dead') deps.log.error(facts, 'an email was given up')
  else deps.log.warn(facts, 'an email could not be sent')
}
