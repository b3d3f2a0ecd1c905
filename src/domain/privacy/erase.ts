import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { emptyLog } from '#db/log.ts'
import { notes } from '#db/schema/admins.ts'
import { clients } from '#db/schema/clients.ts'
import { jobs } from '#db/schema/jobs.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { Store } from '#src/deps.ts'
import type { Actor } from '#src/domain/actor.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { removeApplication } from '#src/domain/applications/drafts.ts'
import type { ErasingAction } from '#src/domain/audit/actions.ts'
import { days } from '#src/domain/calendar.ts'
import { clientByApplication } from '#src/domain/clients/clients.ts'
import { dropQueuedRows } from '#src/domain/customers/import-customers.ts'
import { eraseDocuments } from '#src/domain/documents/stored-documents.ts'
import { emailClient, emailDraft, emailFact } from '#src/domain/jobs/email-jobs.ts'
import { endRequestsTo } from '#src/domain/signing/requests.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'
import { findPerson, type Mention } from './person.ts'

/** Erases an application. Its events stay without their values, so that the chain still verifies. */
export function eraseApplication(
  deps: Writing<Store>,
  application: Application,
  action: ErasingAction,
  actor: Actor = { kind: 'system' },
) {
  const { orm } = deps.db
  const { seq, id } = application
  const account = clientByApplication(deps, application)
  // this condition makes SQLite read only the few emails without an application
  const ofNone = and(
    isNull(jobs.application),
    or(eq(emailClient, account?.id ?? null), eq(emailDraft, id)),
  )
  orm
    .delete(jobs)
    .where(or(eq(jobs.application, id), ofNone))
    .run()
  orm.delete(notes).where(eq(notes.application, id)).run()
  orm.delete(clients).where(eq(clients.application, seq)).run()
  removeApplication(deps, actor, application, action)
  eraseDocuments(deps, id)
}

/** Erases one application at a time, so that other writes only wait briefly. It can be repeated safely. */
export async function erasePerson(
  deps: Store,
  who: string,
  actor: Actor = { kind: 'system' },
): Promise<{ erased: string[]; mentions: Mention[] }> {
  const { orm } = deps.db
  await writable(deps)
  // this precedes the search, so that the search finds a row that is imported at the same time
  transact(deps, (tx) => {
    dropQueuedRows(tx, who)
    endRequestsTo(tx, who, actor)
  })
  const { applications: theirs, mentions } = findPerson(deps, who)
  for (const application of theirs) {
    transact(deps, (tx) => {
      eraseApplication(tx, application, 'person erased', actor)
      dropQueuedRows(tx, application.mainEmail ?? who)
    })
    await pause(restBetween)
  }
  const emails = orm
    .select({ id: jobs.id })
    .from(jobs)
    .where(eq(emailAddress, emailKey(who)))
    .all()
  for (const { id } of emails) {
    orm.delete(jobs).where(eq(jobs.id, id)).run()
    await pause(restBetween)
  }
  await emptyLogSoon(deps)
  return { erased: theirs.map(({ id }) => id), mentions }
}

/** Empties the write-ahead log. It gives up after a second, because the next clean-up empties the log too. */
async function emptyLogSoon({ db }: Store) {
  for (let tries = 0; tries < 10 && !emptyLog(db); tries++) await pause(100)
}

/** In milliseconds. It is longer than a waiting server needs to check the lock again. */
const restBetween = 20

export function removeOldEmails({ db, now }: Store) {
  // an email that waited for the email settings may have been tried long after it was queued
  const settled = sql`coalesce(${jobs.sentAt}, ${jobs.lastFailedAt}, ${jobs.createdAt})`
  db.orm
    .delete(jobs)
    .where(
      and(
        isNull(jobs.application),
        inArray(jobs.state, ['sent', 'dead', 'discarded']),
        lt(settled, now() - days(30)),
      ),
    )
    .run()
}

const emailAddress = sql`lower(${emailFact(jobs.data, '$.to.address')})`
