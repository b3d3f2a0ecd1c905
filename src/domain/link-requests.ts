import { eq } from 'drizzle-orm'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import { emailKey } from '#src/forms/normalise.ts'
import type { Letter, LinkRequest } from '#src/mail/letter.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'
import { applicationOfClient, clientByEmail, correspondentOf } from './clients.ts'
import { seconds } from './durations.ts'
import { enqueue } from './outbox.ts'

/** Requests are answered at a moment of this span, so that no answer's time tells what the one before led to. */
const unhurried = seconds(2)

/**
 * Asks for a set-password link. The same answer and the same work whether anybody has that address: who it is, is
 * looked up later by the worker of the outbox. Three a day for one address, more are passed over in silence.
 */
export async function requestPasswordLink(deps: Deps, email: string) {
  const wait = await deps.limits.take('passwordMail', hashToken(emailKey(email)))
  if (wait > 0) return
  const request: LinkRequest = { kind: 'link-request', to: { name: '', address: email } }
  deps.db.sqlite
    .transaction(() =>
      enqueue(deps, request, `set-password|${newToken()}`, Math.random() * unhurried),
    )
    .immediate()
}

/** Makes every request of an account's owner the letter it asks for, and forgets those of strangers. */
export function answerLinkRequests(deps: Pick<Deps, 'db'>) {
  const { orm, sqlite } = deps.db
  const asked = orm.select().from(outbox).where(eq(outbox.state, 'asked')).all()
  if (asked.length === 0) return
  sqlite
    .transaction(() => {
      for (const { id, letter } of asked) {
        const row = eq(outbox.id, id)
        const written = letterFor(deps, (letter as LinkRequest).to.address)
        if (!written) orm.delete(outbox).where(row).run()
        else
          orm
            .update(outbox)
            .set({ state: 'waiting', ...written })
            .where(row)
            .run()
      }
    })
    .immediate()
}

function letterFor(deps: Pick<Deps, 'db'>, address: string) {
  const client = clientByEmail(deps, address)
  if (!client) return null
  const to = correspondentOf(client, applicationOfClient(deps, client))
  const letter: Letter = { kind: 'set-password', to, client: client.id }
  return { kind: letter.kind, letter }
}
