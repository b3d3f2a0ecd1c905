import { and, eq, gt, isNull } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import {
  applicationOfClient,
  type Client,
  clientByEmail,
  correspondentOf,
} from '#src/domain/accounts/clients.ts'
import { days } from '#src/domain/durations.ts'
import { emailClient } from '#src/domain/outbox/enqueue.ts'
import { isEmail } from '#src/domain/outbox/queue.ts'
import type { Email, EmailKind, EmailRequest } from '#src/mail/email.ts'

/** Turns requests into emails where the address has an account, and deletes the others. */
export function resolveEmailRequests(deps: Pick<Deps, 'db'>) {
  const { orm } = deps.db
  const rows = orm
    .select()
    .from(outbox)
    .where(and(isEmail, eq(outbox.state, 'requested')))
    .all()
  if (rows.length === 0) return
  transact(deps, () => {
    for (const { id, email, createdAt } of rows) {
      const row = eq(outbox.id, id)
      const written = emailFor(deps, email as EmailRequest, createdAt)
      if (!written) orm.delete(outbox).where(row).run()
      else
        orm
          .update(outbox)
          .set({ state: 'waiting', kind: written.kind, email: written })
          .where(row)
          .run()
    }
  })
}

function emailFor(deps: Pick<Deps, 'db'>, request: EmailRequest, at: number): Email | null {
  const client = clientByEmail(deps, request.to.address)
  if (!client) return null
  const to = correspondentOf(client, applicationOfClient(deps, client))
  const kind = request.kind === 'link-request' ? 'set-password' : 'sign-in-paused'
  if (kind === 'sign-in-paused' && toldSince(deps, client, at - days(1))) return null
  return { kind, to, client: client.id }
}

const toldSince = ({ db }: Pick<Deps, 'db'>, { id }: Client, since: number) =>
  db.orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(
      and(
        isNull(outbox.application),
        eq(outbox.kind, 'sign-in-paused' satisfies EmailKind),
        gt(outbox.createdAt, since),
        eq(emailClient, id),
      ),
    )
    .get() !== undefined
