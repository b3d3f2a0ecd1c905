import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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
  /** True when Microsoft has withdrawn the consent. Nothing is sent until an administrator connects again. */
  oauth365ReconnectNeeded: integer({ mode: 'boolean' }).notNull().default(false),
  fromEmail: text().notNull(),
  fromName: text().notNull(),
  accountsNotificationEmail: text().notNull(),
  attachDocuments: integer({ mode: 'boolean' }).notNull().default(true),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})

/**
 * A "Connect Microsoft 365" in progress. It is bound to the admin's session, works once and expires after ten
 * minutes.
 */
export const oauthAttempts = sqliteTable('oauth_attempts', {
  stateHash: text().primaryKey(),
  sessionHash: text().notNull(),
  verifierSealed: text().notNull(),
  expiresAt: integer().notNull(),
})
