import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/** Whom an applicant has asked to sign. */
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
    /** Why the signer sent it back. */
    note: text(),
    /** Of the link, which is made when its email is sent. */
    tokenHash: text(),
    /** Of the link, and without one of the request. */
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('signature_requests_token_hash').on(table.tokenHash),
    index('signature_requests_email').on(table.emailKey),
  ],
)

/** Browsers in which the link was opened: they may sign, and the one that signed may read for a while. */
export const signingBrowsers = sqliteTable(
  'signing_browsers',
  {
    id: integer().primaryKey(),
    tokenHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    access: text({ enum: ['sign', 'read'] }).notNull(),
    /** The number of the event in which the link was opened: what was changed since is pointed out. */
    openedIn: integer().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('signing_browsers_token_hash').on(table.tokenHash, table.application),
    index('signing_browsers_application').on(table.application),
  ],
)

/** Mailboxes whose reader wants no emails that ask for a signature, as a keyed hash. */
export const signingRefusals = sqliteTable('signing_refusals', {
  mailboxHash: text().primaryKey(),
  expiresAt: integer().notNull(),
})
