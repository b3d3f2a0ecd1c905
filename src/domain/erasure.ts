import { and, eq, inArray, isNotNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { notes } from '#db/schema/admins.ts'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { eventChanges, events } from '#db/schema/events.ts'
import { outbox } from '#db/schema/mail.ts'
import type { Deps } from '#src/deps.ts'
import type { Application } from './applications.ts'
import type { ErasingAction } from './audit-chain.ts'
import { days } from './durations.ts'
import { recordEvent } from './events.ts'
import { findPerson, type Mention } from './person.ts'

/**
 * Removes an application with everything that hangs on it, account, letters, notes and the values in its events
 * included, inside the caller's transaction. The events themselves stay, so that the chain still verifies.
 */
export function eraseApplication(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  { seq, id }: Application,
  action: ErasingAction,
) {
  const { orm } = deps.db
  const account = orm.select().from(clients).where(eq(clients.application, seq)).get()
  const toAccount = sql`json_extract(${outbox.letter}, '$.client') = ${account?.id ?? null}`
  orm
    .delete(outbox)
    .where(or(eq(outbox.application, id), toAccount, eq(letterDraft, id)))
    .run()
  orm.delete(notes).where(eq(notes.application, id)).run()
  orm.delete(clients).where(eq(clients.application, seq)).run()
  orm.delete(applications).where(eq(applications.seq, seq)).run()
  dropValuesOf(deps, id)
  recordEvent(deps, { kind: 'system' }, { action, application: id })
}

/**
 * Erases a person, found by address or reference, in one transaction. Answers the references that are gone, and where
 * the address still stands as a contact in somebody else's application.
 */
export function erasePerson(
  deps: Pick<Deps, 'db' | 'keys' | 'now'>,
  who: string,
): { erased: string[]; mentions: Mention[] } {
  return deps.db.sqlite
    .transaction(() => {
      const { applications: theirs, mentions } = findPerson(deps, who)
      for (const application of theirs) eraseApplication(deps, application, 'person erased')
      deps.db.orm.delete(outbox).where(eq(letterAddress, who.trim().toLowerCase())).run()
      return { erased: theirs.map(({ id }) => id), mentions }
    })
    .immediate()
}

/**
 * Removes what a deleted draft leaves behind, the values in its events and letters about it, and letters that were
 * settled 30 days ago and belong to no application.
 */
export function dropLeftovers(deps: Pick<Deps, 'db' | 'keys' | 'now'>) {
  const { orm } = deps.db
  const living = orm.select({ id: applications.id }).from(applications)
  orm
    .delete(eventChanges)
    .where(
      inArray(
        eventChanges.event,
        orm
          .select({ seq: events.seq })
          .from(events)
          .where(and(isNotNull(events.application), notInArray(events.application, living))),
      ),
    )
    .run()
  orm
    .delete(outbox)
    .where(
      and(
        inArray(outbox.state, ['sent', 'dead', 'discarded']),
        or(
          and(isNotNull(outbox.application), notInArray(outbox.application, living)),
          and(sql`${outbox.application} is null`, lt(outbox.createdAt, deps.now() - days(30))),
        ),
      ),
    )
    .run()
}

const letterDraft = sql`json_extract(${outbox.letter}, '$.draft')`
const letterAddress = sql`lower(json_extract(${outbox.letter}, '$.to.address'))`

function dropValuesOf({ db }: Pick<Deps, 'db'>, id: string) {
  const theirs = db.orm.select({ seq: events.seq }).from(events).where(eq(events.application, id))
  db.orm.delete(eventChanges).where(inArray(eventChanges.event, theirs)).run()
}
