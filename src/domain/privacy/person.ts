import { eq, inArray, or, sql } from 'drizzle-orm'
import { applications } from '#db/schema/applications.ts'
import { clients } from '#db/schema/clients.ts'
import { signatureRequests } from '#db/schema/signing.ts'
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
  const theirs = applicationsOf(store, who)
  const key = emailKey(who)
  const own = new Set(theirs.map(({ id }) => id))
  const named = new Map<string, string[]>()
  for (const { id, ...contacts } of contactsNamed(store, key)) {
    const fields = contactFields.filter((field) => emailKey(contacts[field] ?? '') === key)
    if (fields.length > 0) named.set(id, fields)
  }
  for (const { id } of signedBy(store, key))
    named.set(id, [...(named.get(id) ?? []), 'signerEmail'])
  const mentions = [...named]
    .filter(([id]) => !own.has(id))
    .map(([application, fields]) => ({ application, fields }))
  return { applications: theirs, mentions }
}

export function applicationsOf({ db }: Store, who: string): Application[] {
  const key = emailKey(who)
  const accounts = db.orm
    .select({ application: clients.application })
    .from(clients)
    .where(eq(clients.emailKey, key))
  return db.orm
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
}

/** Returns the applications that this person was asked to sign. */
const signedBy = ({ db }: Store, key: string) =>
  db.orm
    .select({ id: applications.id })
    .from(signatureRequests)
    .innerJoin(applications, eq(applications.seq, signatureRequests.application))
    .where(eq(signatureRequests.emailKey, key))
    .all()

/**
 * Returns the applications that name this person as a contact. Stored addresses are trimmed and ASCII, so SQLite folds
 * their letters as `emailKey` does.
 */
function contactsNamed({ db }: Store, key: string) {
  const { id, invoiceEmail, financialEmail, invoiceQueriesEmail, buyerEmail, deliveryEmail } =
    applications
  const contacts = { invoiceEmail, financialEmail, invoiceQueriesEmail, buyerEmail, deliveryEmail }
  const isNamed = Object.values(contacts).map((contact) => sql`${contact} = ${key} collate nocase`)
  return db.orm
    .select({ id, ...contacts })
    .from(applications)
    .where(or(...isNamed))
    .all()
}
