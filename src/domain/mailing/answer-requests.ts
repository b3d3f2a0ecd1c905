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
import { letterClient } from '#src/domain/outbox/enqueue.ts'
import type { AskedLetter, Letter, LetterKind } from '#src/mail/letter.ts'

/** Makes everything that was asked for an account's owner the letter it comes to, and forgets what was for strangers. */
export function answerAsked(deps: Pick<Deps, 'db'>) {
  const { orm } = deps.db
  const rows = orm.select().from(outbox).where(eq(outbox.state, 'asked')).all()
  if (rows.length === 0) return
  transact(deps, () => {
    for (const { id, letter, createdAt } of rows) {
      const row = eq(outbox.id, id)
      const written = letterFor(deps, letter as AskedLetter, createdAt)
      if (!written) orm.delete(outbox).where(row).run()
      else
        orm
          .update(outbox)
          .set({ state: 'waiting', kind: written.kind, letter: written })
          .where(row)
          .run()
    }
  })
}

function letterFor(deps: Pick<Deps, 'db'>, asked: AskedLetter, at: number): Letter | null {
  const client = clientByEmail(deps, asked.to.address)
  if (!client) return null
  const to = correspondentOf(client, applicationOfClient(deps, client))
  const kind = asked.kind === 'link-request' ? 'set-password' : 'sign-in-paused'
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
        eq(outbox.kind, 'sign-in-paused' satisfies LetterKind),
        gt(outbox.createdAt, since),
        eq(letterClient, id),
      ),
    )
    .get() !== undefined
