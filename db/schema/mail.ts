import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What leaves the server: emails, events for webhook endpoints, and copies of sealed documents for the second place.
 * Written in the transaction of the change that causes it. Each channel has its own worker.
 */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    channel: text({ enum: ['email', 'webhook', 'second-place'] })
      .notNull()
      .default('email'),
    kind: text().notNull(),
    /** Facts of the email, no secrets: links are made when it is sent. */
    email: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** The same cause never writes twice, for one application or for none. */
    dedupeKey: text().notNull(),
    application: text(),
    /** The webhook endpoint that is told. */
    endpoint: text(),
    /** The document that an email waits for and carries, or that goes to the second place. */
    document: integer(),
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
    /** Why the last try failed: one of the fixed set of reasons, or the words of the second place. */
    lastReason: text(),
    /** Permanent refusals in a row: the second one ends it. */
    refusals: integer().notNull().default(0),
  },
  (table) => [
    // also used to find the emails about an application
    uniqueIndex('outbox_application').on(table.application, table.dedupeKey),
    uniqueIndex('outbox_without_application').on(table.dedupeKey).where(sql`application is null`),
    index('outbox_state').on(table.channel, table.state, table.nextAt),
    index('outbox_endpoint').on(table.endpoint, table.id).where(sql`endpoint is not null`),
    index('outbox_endpoint_open')
      .on(table.endpoint, table.id)
      .where(sql`endpoint is not null and state in ('waiting', 'leased')`),
  ],
)

/** The one row of email settings; columns ending in `Sealed` hold secrets, encrypted with the app's key. */
export const emailSettings = sqliteTable('email_settings', {
  id: integer().primaryKey(),
  emailProvider: text({ enum: ['smtp', 'sendgrid', 'oauth365'] }).notNull(),
  smtpHost: text(),
  smtpPort: integer().notNull(),
  smtpSecure: integer({ mode: 'boolean' }).notNull(),
  smtpRequireTls: integer({ mode: 'boolean' }).notNull(),
  smtpUser: text(),
  smtpPasswordSealed: text(),
  sendgridApiKeySealed: text(),
  oauth365ClientId: text(),
  oauth365ClientSecretSealed: text(),
  oauth365TenantId: text(),
  oauth365RefreshTokenSealed: text(),
  oauth365AccessTokenSealed: text(),
  oauth365TokenExpiry: text(),
  oauth365ConnectedAs: text(),
  /** Microsoft has withdrawn the consent: nothing is sent until an administrator connects again. */
  oauth365ReconnectNeeded: integer({ mode: 'boolean' }).notNull().default(false),
  fromEmail: text().notNull(),
  fromName: text().notNull(),
  accountsNotificationEmail: text().notNull(),
  /** Whether emails carry the sealed documents. */
  attachDocuments: integer({ mode: 'boolean' }).notNull().default(true),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})

/** A "Connect Microsoft 365" in progress: bound to the admin's session, valid once and for ten minutes. */
export const oauthAttempts = sqliteTable('oauth_attempts', {
  stateHash: text().primaryKey(),
  sessionHash: text().notNull(),
  verifierSealed: text().notNull(),
  expiresAt: integer().notNull(),
})
