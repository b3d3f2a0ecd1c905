import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** A person whom an applicant has asked to sign. */
export const signatureRequests = sqliteTable(
  'signature_requests',
  {
    application: integer()
      .primaryKey()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    name: text().notNull(),
    email: text().notNull(),
    emailKey: text().notNull(),
    askedAt: integer().notNull(),
    state: text({ enum: ['waiting', 'signed', 'returned', 'declined'] })
      .notNull()
      .default('waiting'),
    endedAt: integer(),
    /** Why the signer sent the application back. */
    note: text(),
    /** The hash of the link's token. The link is created when its email is sent. */
    tokenHash: text(),
    /** When the link expires, or the request if it has no link yet. */
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('signature_requests_token_hash').on(table.tokenHash),
    index('signature_requests_email').on(table.emailKey),
  ],
)

/**
 * Browsers in which the link was opened. They may sign, and the browser that signed may read the application for a
 * while.
 */
export const signingBrowsers = sqliteTable(
  'signing_browsers',
  {
    id: integer().primaryKey(),
    tokenHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    access: text({ enum: ['sign', 'read'] }).notNull(),
    /** The number of the event in which the link was opened. The page points out later changes. */
    openedIn: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('signing_browsers_token_hash').on(table.tokenHash, table.application),
    index('signing_browsers_application').on(table.application),
  ],
)

/** Mailboxes whose reader wants no more emails that ask for a signature, as a keyed hash. */
export const signingRefusals = sqliteTable('signing_refusals', {
  mailboxHash: text().primaryKey(),
  expiresAt: integer().notNull(),
})
