import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { admins } from './admins.ts'

/** The one row of where staff sign in without a password of ours. */
export const identityProvider = sqliteTable('identity_provider', {
  id: integer().primaryKey(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  clientSecretSealed: text().notNull(),
  /** On the button, after "Sign in with". */
  name: text().notNull(),
  countsAsTwoFactors: integer({ mode: 'boolean' }).notNull(),
  /** Passwords then open only the accounts that keep theirs. */
  isRequired: integer({ mode: 'boolean' }).notNull(),
  version: integer().notNull(),
})

/** Who an account is at the provider; of Microsoft Entra the subject is the object ID. */
export const adminIdentities = sqliteTable(
  'admin_identities',
  {
    admin: integer()
      .primaryKey()
      .references(() => admins.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The name there when it was connected. Nobody is found by it. */
    shownAs: text().notNull(),
  },
  (table) => [uniqueIndex('admin_identities_subject').on(table.issuer, table.subject)],
)

/** Somebody is at the provider: bound to the browser by a cookie, valid once and for ten minutes. */
export const identityAttempts = sqliteTable('identity_attempts', {
  stateHash: text().primaryKey(),
  cookieHash: text().notNull(),
  verifierSealed: text().notNull(),
  nonce: text().notNull(),
  purpose: text({ enum: ['sign-in', 'confirm', 'connect', 'invitation'] }).notNull(),
  /** Of the session or invitation that it is for. */
  holderHash: text(),
  providerVersion: integer().notNull(),
  beganAt: integer().notNull(),
})
