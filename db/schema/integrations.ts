import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { WebhookEvent } from '#src/forms/integrations/integration-texts.ts'
import { jobs } from './jobs.ts'

export const webhookEndpoints = sqliteTable(
  'webhook_endpoints',
  {
    /** Random, because an encrypted secret is bound to the ID before the row exists. */
    id: text().primaryKey(),
    address: text().notNull(),
    events: text({ mode: 'json' }).$type<WebhookEvent[]>().notNull(),
    secretSealed: text().notNull(),
    previousSecretSealed: text(),
    previousUntil: integer(),
    createdAt: integer().notNull(),
    version: integer().notNull(),
  },
  (table) => [uniqueIndex('webhook_endpoints_address').on(table.address)],
)

export const webhookAnswers = sqliteTable(
  'webhook_answers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    endpoint: text()
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: 'cascade' }),
    job: integer().references(() => jobs.id, { onDelete: 'cascade' }),
    event: text().notNull(),
    at: integer().notNull(),
    status: integer(),
    reason: text(),
    text: text().notNull(),
  },
  (table) => [
    index('webhook_answers_endpoint').on(table.endpoint, table.id),
    index('webhook_answers_job').on(table.job),
    index('webhook_answers_at').on(table.at),
  ],
)

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    name: text().notNull(),
    keyHash: text().notNull(),
    beginning: text().notNull(),
    createdAt: integer().notNull(),
    createdBy: text().notNull(),
    lastUsedAt: integer(),
    revokedAt: integer(),
  },
  (table) => [
    uniqueIndex('api_keys_key_hash').on(table.keyHash),
    uniqueIndex('api_keys_name').on(table.name).where(sql`revoked_at is null`),
  ],
)

/** The API keys for the registers of companies and VAT numbers. */
export const registerKeys = sqliteTable('register_keys', {
  register: text({ enum: ['companies-house', 'hmrc'] }).primaryKey(),
  /** HMRC needs it. It is `null` for a register that only needs a key. */
  clientId: text(),
  secretSealed: text().notNull(),
})
