import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Actor } from '#src/domain/actor.ts'
import type { StoredAction } from '#src/domain/audit/actions.ts'

export const events = sqliteTable(
  'events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorKind: text().$type<Actor['kind']>().notNull(),
    actor: text().notNull(),
    action: text().$type<StoredAction>().notNull(),
    application: text(),
    section: text(),
    /** The user name of the member of staff whom the action is about. */
    subject: text(),
    changesHash: text(),
    previousHash: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [
    index('events_application').on(table.application, table.seq),
    index('events_by_customers')
      .on(table.seq)
      .where(sql`actor_kind in ('applicant', 'signer', 'client') and section is not 'access'`),
    index('events_admin_sign_ins')
      .on(table.actor, table.at)
      .where(sql`actor_kind = 'admin' and action = 'signed in'`),
    index('events_sealed_documents').on(table.section).where(sql`action = 'document sealed'`),
    index('events_terms_published').on(table.seq).where(sql`action = 'terms published'`),
    index('events_staff_created').on(table.subject).where(sql`action = 'staff account created'`),
    index('events_of_profiles')
      .on(table.actor)
      .where(
        sql`actor_kind = 'admin' and action in ('full name changed', 'signature kept', 'signature removed', 'second factor on', 'second factor off')`,
      ),
    index('events_by_admins').on(table.actor, table.seq).where(sql`actor_kind = 'admin'`),
  ],
)

/**
 * The chain contains only the hash of these rows, so they can be erased. The salt prevents anybody from guessing a
 * value.
 */
export const eventChanges = sqliteTable('event_changes', {
  event: integer()
    .primaryKey()
    .references(() => events.seq),
  changes: text({ mode: 'json' }).$type<Change[]>().notNull(),
  salt: text().notNull(),
  address: text(),
})

export type Change = {
  field: string
  before: string | null
  after: string | null
  unrecorded?: true
}
