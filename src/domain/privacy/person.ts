import { eq, inArray, or, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import type { Store } from '#src/deps.ts'
import type { Application } from '#src/domain/applications/application.ts'
import { emailKey } from '#src/forms/fields/normalised.ts'

export type Mention = { application: string; fields: string[] }

const contactFields = [
  'invoiceEmail',
  'financialEmail',
  'invoiceQueriesEmail',
  'buyerEmail',
  'deliveryEmail',
] as const

export function findPerson(
  store: Store,
  who: string,
): { applications: Application[]; mentions: Mention[] } {
  const key = emailKey(who)
  const { db } = store
  const accounts = db.orm
    .select({ application: clients.application })
    .from(clients)
    .where(eq(clients.emailKey, key))
  const theirs = db.orm
    .select()
    .from(applications)
    .where(
      or(
        eq(applications.mainEmailKey, key),
        sql`lower(${applications.applicantEmail}) = ${key}`,
        eq(applications.id, who.trim().toUpperCase()),
        inArray(applications.seq, accounts),
      ),
    )
    .orderBy(applications.seq)
    .all()
  const own = new Set(theirs.map(({ id }) => id))
  const mentions = possibleContacts(store, key).flatMap(({ id, ...contacts }) => {
    const fields = contactFields.filter((field) => emailKey(contacts[field] ?? '') === key)
    return own.has(id) || fields.length === 0 ? [] : [{ application: id, fields }]
  })
  return { applications: theirs, mentions }
}

/** SQLite folds ASCII only: addresses with other letters are all returned, to be compared by the caller. */
function possibleContacts({ db }: Store, key: string) {
  const { id, invoiceEmail, financialEmail, invoiceQueriesEmail, buyerEmail, deliveryEmail } =
    applications
  const contacts = { invoiceEmail, financialEmail, invoiceQueriesEmail, buyerEmail, deliveryEmail }
  return db.orm
    .select({ id, ...contacts })
    .from(applications)
    .where(
      or(
        ...Object.values(contacts).map(
          (contact) => sql`lower(trim(${contact})) = ${key} or ${contact} glob '*[^ -~]*'`,
        ),
      ),
    )
    .all()
}
