import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** What a browser's draft cookie opens; only the hash of the cookie is kept. */
export const capabilities = sqliteTable(
  'capabilities',
  {
    id: integer().primaryKey(),
    tokenHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    access: text({ enum: ['write', 'read'] }).notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('capabilities_of').on(table.tokenHash, table.application),
    index('capabilities_application').on(table.application),
  ],
)

/** First answers to requests that carried an `Idempotency-Key`, so that a retry gets the same one. */
export const firstAnswers = sqliteTable(
  'first_answers',
  {
    id: integer().primaryKey(),
    keyHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    expiresAt: integer().notNull(),
  },
  (table) => [uniqueIndex('first_answers_key').on(table.keyHash)],
)
