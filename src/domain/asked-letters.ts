import { and, eq, gt, isNull } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import { transact } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { emailKey } from '#src/forms/normalise.ts'
import type { AskedLetter, Letter, LetterKind } from '#src/mail/letter.ts'
import type { LimitName } from '#src/security/limits.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { applicationOfClient, type Client, clientByEmail, correspondentOf } from './clients.ts'
import { days, seconds } from './durations.ts'
import { enqueue, letterClient } from './outbox.ts'

/** What was asked is answered at a moment of this span, so that no answer's time tells what the one before led to. */
const unhurried = seconds(2)

/**
 * Asks for a set-password link. The same answer and the same work whether anybody has that address: who it is, is
 * looked up later by the worker of the outbox. Three a day for one address, more are passed over in silence.
 */
export const requestPasswordLink = (deps: Deps, email: string) =>
  ask(deps, 'link-request', 'passwordMail', email)

/**
 * Tells the owner of an address, if it has one, that its sign-in was paused after too many guesses. At most once a day
 * for an account, whatever multiplies the limits and however often the server starts.
 */
export const tellOfGuesses = (deps: Deps, email: string) =>
  ask(deps, 'guesses-refused', 'guessesMail', email)

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

async function ask(deps: Deps, kind: AskedLetter['kind'], limit: LimitName, email: string) {
  const wait = await deps.limits.take(limit, hashToken(emailKey(email)))
  if (wait > 0) return
  const asked: AskedLetter = { kind, to: { name: '', address: email } }
  transact(deps, (deps) => enqueue(deps, asked, `asked|${newToken()}`, Math.random() * unhurried))
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
