import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import { clients } from '#db/schema/clients.ts'
import { outbox } from '#db/schema/mail.ts'
import { transact, type Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { clientOf } from '#src/domain/accounts/clients.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { removeApplication } from '#src/domain/applications/remove.ts'
import type { ErasingAction } from '#src/domain/audit/chain.ts'
import { removeFileNaming } from '#src/domain/customers/steps.ts'
import { days } from '#src/domain/durations.ts'
import { enqueueRemovals } from '#src/domain/outbox/document-queue.ts'
import { emailClient, emailDraft } from '#src/domain/outbox/enqueue.ts'
import { eraseDocuments } from '#src/domain/sealing/erase.ts'
import { findPerson, type Mention } from './person.ts'

/**
 * Removes an application with its account, emails, notes, what its documents say and the values in its events, inside
 * the caller's transaction. The events themselves stay, so that the chain still verifies.
 */
export function eraseApplication(
  deps: Writing<Pick<Deps, 'db' | 'env' | 'keys' | 'now'>>,
  application: Application,
  action: ErasingAction,
) {
  const { orm } = deps.db
  const { seq, id } = application
  const account = clientOf(deps, application)
  // emails that name no application are few; the others must not be read for this
  const ofNone = and(
    isNull(outbox.application),
    or(eq(emailClient, account?.id ?? null), eq(emailDraft, id)),
  )
  enqueueRemovals(deps, id)
  orm
    .delete(outbox)
    .where(or(eq(outbox.application, id), ofNone))
    .run()
  orm.delete(notes).where(eq(notes.application, id)).run()
  orm.delete(clients).where(eq(clients.application, seq)).run()
  removeApplication(deps, { kind: 'system' }, application, action)
  eraseDocuments(deps, id)
}

/**
 * Erases a person by address or reference, one application at a time so that other writes wait only briefly. An
 * interrupted run can be repeated. Returns the erased references and where the address remains as somebody else's
 * contact.
 */
export async function erasePerson(
  deps: Pick<Deps, 'db' | 'env' | 'keys' | 'now'>,
  who: string,
): Promise<{ erased: string[]; mentions: Mention[] }> {
  const { orm } = deps.db
  for (const address of addressesOf(deps, who)) removeFileNaming(deps, address)
  // after that: an import under way may have stored the person meanwhile
  const { applications: theirs, mentions } = findPerson(deps, who)
  for (const application of theirs) {
    transact(deps, (deps) => eraseApplication(deps, application, 'person erased'))
    await pause(restBetween)
  }
  const emails = orm
    .select({ id: outbox.id })
    .from(outbox)
    .where(eq(emailAddress, who.trim().toLowerCase()))
    .all()
  for (const { id } of emails) {
    orm.delete(outbox).where(eq(outbox.id, id)).run()
    await pause(restBetween)
  }
  return { erased: theirs.map(({ id }) => id), mentions }
}

/** The address itself, and those of the applications and accounts that it finds. */
export function addressesOf(deps: Pick<Deps, 'db'>, who: string): string[] {
  const { applications: theirs } = findPerson(deps, who)
  const all = theirs.flatMap((one) => [one.mainEmail, clientOf(deps, one)?.email])
  return [who, ...all].filter((address) => address?.includes('@')) as string[]
}

/** Milliseconds between two steps of an erasure: longer than a waiting server takes to check the lock again. */
const restBetween = 20

/** Removes emails that belong to no application and were sent or given up 30 days ago. */
export function removeOldEmails({ db, now }: Pick<Deps, 'db' | 'now'>) {
  // one that waited for the email settings was tried long after it was made
  const settled = sql`coalesce(${outbox.sentAt}, ${outbox.lastFailedAt}, ${outbox.createdAt})`
  db.orm
    .delete(outbox)
    .where(
      and(
        isNull(outbox.application),
        inArray(outbox.state, ['sent', 'dead', 'discarded']),
        lt(settled, now() - days(30)),
      ),
    )
    .run()
}

const emailAddress = sql`lower(json_extract(${outbox.email}, '$.to.address'))`
