import { and, eq, gt, isNull } from 'drizzle-orm'
import { jobs } from '#db/schema/jobs.ts'
import { transact } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import {
  applicationOfClient,
  type Client,
  clientByEmail,
  correspondentOf,
} from '#src/domain/accounts/clients.ts'
import { days } from '#src/domain/durations.ts'
import { emailClient } from '#src/domain/jobs/emails.ts'
import { isEmail } from '#src/domain/jobs/jobs.ts'
import type { EmailRequest } from '#src/mail/email.ts'
import type { Email, EmailKind } from '#src/mail/messages/kinds.ts'

/** Turns requests into emails where the address has an account, and deletes the others. */
export function resolveEmailRequests(deps: Store) {
  const { orm } = deps.db
  const rows = orm
    .select()
    .from(jobs)
    .where(and(isEmail, eq(jobs.state, 'requested')))
    .all()
  if (rows.length === 0) return
  transact(deps, () => {
    for (const { id, data, createdAt } of rows) {
      const row = eq(jobs.id, id)
      const written = emailFor(deps, data as EmailRequest, createdAt)
      if (!written) orm.delete(jobs).where(row).run()
      else
        orm
          .update(jobs)
          .set({ state: 'waiting', kind: written.kind, data: written })
          .where(row)
          .run()
    }
  })
}

function emailFor(deps: Store, request: EmailRequest, at: number): Email | null {
  const client = clientByEmail(deps, request.to.address)
  if (!client) return null
  const to = correspondentOf(client, applicationOfClient(deps, client))
  const kind = request.kind === 'link-request' ? 'set-password' : 'sign-in-paused'
  if (kind === 'sign-in-paused' && toldSince(deps, client, at - days(1))) return null
  return { kind, to, client: client.id }
}

const toldSince = ({ db }: Store, { id }: Client, since: number) =>
  db.orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isNull(jobs.application),
        eq(jobs.kind, 'sign-in-paused' satisfies EmailKind),
        gt(jobs.createdAt, since),
        eq(emailClient, id),
      ),
    )
    .get() !== undefined
