import { eq } from 'drizzle-orm'
import { clients } from '#db/schema/clients.ts'
import { transact } from '#db/transaction.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { holderOf, notifyAddressOwner } from '#src/domain/applications/duplicates.ts'
import { noteFailure } from '#src/domain/audit/access-log.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { tryAgain } from '#src/domain/calendar.ts'
import { keepMove, moveOfToken } from '#src/domain/clients/client-links.ts'
import {
  applicationOfClient,
  changeSignInAddress,
  clientActor,
  correspondentOf,
} from '#src/domain/clients/clients.ts'
import { enqueueDocuments } from '#src/domain/clients/confirmed-mailbox.ts'
import { refuseWhenFull } from '#src/domain/disk-space.ts'
import { enqueue } from '#src/domain/jobs/email-jobs.ts'
import { emailAboutGuesses } from '#src/domain/jobs/requested-emails.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { transactByLink } from '#src/domain/second-press.ts'
import { passwordMatches } from '#src/domain/sign-in/passwords.ts'
import { countFailures, passwordGuess } from '#src/domain/sign-in/sign-in-limits.ts'
import { emailKey, mailboxKey } from '#src/forms/fields/normalised.ts'
import type { LimitName } from '#src/security/limits.ts'
import { hashToken, newToken } from '#src/security/tokens.ts'

const wrongPassword = 'This is not your password'
const ownAddress = 'You sign in with this address already'

/**
 * Sends a link to the new address. Nothing changes before the link is confirmed. Refuses 'invalid', 'too-many', and
 * 'not-allowed' for a wrong password, which counts as a failed sign-in.
 */
export async function askToMoveSignIn(
  deps: Deps,
  actor: ClientActor,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<void> {
  refuseWhenFull(deps)
  if (emailKey(email) === emailKey(actor.email)) throw refusalAt('email', 'invalid', ownAddress)
  const checked = accountOf(deps, actor.id)?.passwordHash ?? null
  const guess = passwordGuess('clientSignIn', hashToken(emailKey(actor.email)), address)
  await countFailures(deps, guess, () => checkPassword(deps, actor, checked, password, address), {
    onSpent: () => emailAboutGuesses(deps, actor.email),
  })
  await limitEmails(deps, 'moveRequest', String(actor.id))
  await limitEmails(deps, 'moveMail', hashToken(mailboxKey(email)))
  transact(deps, (tx) => {
    const client = accountOf(tx, actor.id)
    if (!client || client.passwordHash !== checked || client.email !== actor.email)
      throw new Refusal('not-signed-in', refusals.signIn)
    const application = applicationOfClient(tx, client)
    const holder = holderOf(tx, email, application)
    keepMove(tx, client.id, email)
    recordEvent(tx, actor, { action: 'sign-in move requested', application: application.id })
    const to = { name: '', address: email }
    const key = newToken()
    if (holder) notifyAddressOwner(tx, holder)
    else enqueue(tx, { kind: 'sign-in-confirm', to, client: client.id }, `confirm|${key}`)
    const old = correspondentOf(client, application)
    enqueue(tx, { kind: 'sign-in-requested', to: old, client: client.id }, `requested-move|${key}`)
  })
}

/**
 * Moves the sign-in. The password stays and every session ends. Refuses 'invalid' for a dead link, and 'conflict' when
 * the address has been taken in the meantime.
 */
export function confirmMove(deps: Deps, token: string, address: string): { email: string } {
  return transactByLink(deps, token, address, (tx) => {
    const move = moveOfToken(tx, token)
    const client = move && accountOf(tx, move.client)
    if (!client) throw new Refusal('invalid', refusals.invalidDraftLink)
    const application = applicationOfClient(tx, client)
    if (holderOf(tx, move.email, application))
      throw new Refusal(
        'conflict',
        'Another application uses this email address now. Your sign-in address stays as it is.',
      )
    changeSignInAddress(tx, client.id, move.email, { keepPassword: true })
    const { id, email } = client
    recordEvent(tx, clientActor(client, address), {
      action: 'sign-in moved',
      application: application.id,
      changes: [{ field: 'signInEmail', before: email, after: move.email }],
    })
    const to = correspondentOf(client, application)
    enqueue(tx, { kind: 'sign-in-left', to, client: id }, `sign-in-left|${newToken()}`)
    enqueueDocuments(tx, id)
    return { email: move.email }
  })
}

const accountOf = ({ db }: Store, id: number) =>
  db.orm.select().from(clients).where(eq(clients.id, id)).get() ?? null

async function checkPassword(
  deps: Deps,
  actor: ClientActor,
  hash: string | null,
  password: string,
  address: string,
) {
  if (await passwordMatches(deps, hash, password, address)) return
  await noteFailure(deps, actor)
  throw refusalAt('password', 'not-allowed', wrongPassword)
}

async function limitEmails({ limits }: Deps, name: LimitName, key: string) {
  const wait = await limits.take(name, key)
  if (wait === 0) return
  const message = `Too many links have been asked for. ${tryAgain(wait)}.`
  throw new Refusal('too-many', message, { retryAfter: wait })
}
