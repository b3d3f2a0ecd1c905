import { sql } from 'drizzle-orm'
import { customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JobKind } from '#src/domain/jobs/job-kinds.ts'

/** Another version may have written it, and what is no JSON must not stop a query: `readWork` says what it means. */
const storedJson = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver(stored) {
    try {
      return JSON.parse(stored)
    } catch {
      return undefined
    }
  },
})

export const jobs = sqliteTable(
  'jobs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    queue: text({ enum: ['email', 'webhook', 'document', 'import', 'register'] })
      .notNull()
      .default('email'),
    /** A row of another version may have a kind that this one does not know. */
    kind: text().$type<JobKind>().notNull(),
    data: storedJson().notNull(),
    /** The same cause never writes twice, for one application or for none. */
    dedupeKey: text().notNull(),
    application: text(),
    endpoint: text(),
    document: integer(),
    /** Whom an email goes to, as `mailboxKey` writes it; `null` for an email to the accounts team. */
    mailbox: text(),
    /** 'requested': nobody has looked yet whether the address has an account. */
    state: text({ enum: ['requested', 'waiting', 'leased', 'sent', 'dead', 'discarded'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: integer().notNull(),
    nextAt: integer().notNull(),
    /** The 48 hours run from here: time without settings does not count. */
    firstTriedAt: integer(),
    lastFailedAt: integer(),
    leasedUntil: integer(),
    sentAt: integer(),
    /** Its last try sent all of it, and has had no answer: it may have arrived. */
    handedOverAt: integer(),
    /** Since then its links are the same at each try. */
    linkedAt: integer(),
    lastReason: text(),
    /** Permanent refusals in a row: the second one ends it. */
    refusals: integer().notNull().default(0),
  },
  (table) => [
    // also used to find the emails about an application
    uniqueIndex('jobs_application').on(table.application, table.dedupeKey),
    uniqueIndex('jobs_without_application').on(table.dedupeKey).where(sql`application is null`),
    index('jobs_mailbox').on(table.mailbox, table.kind).where(sql`mailbox is not null`),
    index('jobs_state').on(table.queue, table.state, table.nextAt),
    index('jobs_endpoint').on(table.endpoint, table.id).where(sql`endpoint is not null`),
    index('jobs_endpoint_open')
      .on(table.endpoint, table.id)
      .where(sql`endpoint is not null and state in ('waiting', 'leased')`),
  ],
)
