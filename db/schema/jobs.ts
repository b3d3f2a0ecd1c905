import { sql } from 'drizzle-orm'
import { customType, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { JobKind } from '#src/domain/jobs/job-kinds.ts'

/**
 * Reads JSON without failing, because another version may have written it and a query must not stop. `readWork`
 * interprets it.
 */
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
    /** Another version may have written a kind that this version does not know. */
    kind: text().$type<JobKind>().notNull(),
    data: storedJson().notNull(),
    /** Prevents a second job for the same cause. A job may belong to no application. */
    dedupeKey: text().notNull(),
    application: text(),
    endpoint: text(),
    document: integer(),
    /** The recipient's address as `mailboxKey` writes it, or `null` for an email to the accounts team. */
    mailbox: text(),
    /** 'requested' means that nobody has checked yet whether the address has an account. */
    state: text({ enum: ['requested', 'waiting', 'leased', 'sent', 'dead', 'discarded'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    createdAt: integer().notNull(),
    nextAt: integer().notNull(),
    /** The start of the 48 hours for delivery. Time without mail settings does not count. */
    firstTriedAt: integer(),
    lastFailedAt: integer(),
    leasedUntil: integer(),
    sentAt: integer(),
    /** Set when the last try sent the whole message and got no answer. The message may have arrived. */
    handedOverAt: integer(),
    /** Set when the links were created. Later tries send the same links. */
    linkedAt: integer(),
    lastReason: text(),
    /** Permanent refusals in a row. The second one ends the job. */
    refusals: integer().notNull().default(0),
  },
  (table) => [
    // this index also finds the emails about an application
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
