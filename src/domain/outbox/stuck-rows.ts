import { and, eq } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { isForSecondPlace } from './document-queue.ts'
import { wakeOutbox } from './enqueue.ts'
import { isEmail } from './queue.ts'

const kinds = {
  email: { is: isEmail, noun: 'email' },
  'second-place': { is: isForSecondPlace, noun: 'document copy' },
  webhook: { is: eq(outbox.channel, 'webhook'), noun: 'webhook event' },
}
type Kind = keyof typeof kinds

/** "Resend": what failed or waits is tried at once, with its 48 hours before it again. Refuses 'unknown'. */
export function resendRow(deps: Deps, admin: Admin, kind: Kind, id: number) {
  change(deps, admin, kind, id, 'resent', {
    state: 'waiting',
    nextAt: deps.now(),
    firstTriedAt: null,
    refusals: 0,
  })
  wakeOutbox(deps, true)
}

/** "Discard": what failed or waits is never sent. Refuses 'unknown', and 'conflict' while it is sent. */
export const discardRow = (deps: Deps, admin: Admin, kind: Kind, id: number) =>
  change(deps, admin, kind, id, 'discarded', { state: 'discarded' })

function change(
  deps: Deps,
  admin: Admin,
  kind: Kind,
  id: number,
  done: string,
  values: Partial<typeof outbox.$inferInsert>,
) {
  const { is, noun } = kinds[kind]
  transact(deps, (deps) => {
    const row = deps.db.orm
      .select()
      .from(outbox)
      .where(and(eq(outbox.id, id), is))
      .get()
    if (!row) throw new Refusal('unknown', `This ${noun} no longer exists`)
    if (row.state !== 'dead' && row.state !== 'waiting')
      throw new Refusal(
        'conflict',
        `This ${noun} is being sent, or has already been sent or discarded`,
      )
    deps.db.orm.update(outbox).set(values).where(eq(outbox.id, id)).run()
    recordEvent(deps, admin, {
      action: `${noun} ${done}`,
      ...(row.application && { application: row.application }),
    })
    // the next ones need not wait for this one any more
    if (values.state === 'discarded') wakeOutbox(deps)
  })
}
