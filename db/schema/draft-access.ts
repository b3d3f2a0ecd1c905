import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Which drafts the secret in a browser's cookie opens; only the hash of the secret is kept. */
export const draftTokens = sqliteTable(
  'draft_tokens',
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
    uniqueIndex('draft_tokens_token_hash').on(table.tokenHash, table.application),
    index('draft_tokens_application').on(table.application),
  ],
)

/** Which application the first request with an `Idempotency-Key` made, so that a retry gets the same one. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    id: integer().primaryKey(),
    keyHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_key_hash').on(table.keyHash),
    index('idempotency_keys_application').on(table.application),
    index('idempotency_keys_expires_at').on(table.expiresAt),
  ],
)
