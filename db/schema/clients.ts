import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { applications } from './applications.ts'

/**
 * A portal account is created without a password when the application is sent. `email` is the address that signs in.
 */
export const clients = sqliteTable(
  'clients',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: integer()
      .notNull()
      .references(() => applications.seq),
    email: text().notNull(),
    emailKey: text().notNull(),
    passwordHash: text(),
    /** The signer's address, if the application was signed through a link. The link has confirmed the mailbox. */
    signedEmailKey: text(),
    createdAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('clients_application').on(table.application),
    uniqueIndex('clients_email').on(table.emailKey),
  ],
)

export const clientSessions = sqliteTable(
  'client_sessions',
  {
    tokenHash: text().primaryKey(),
    client: integer()
      .notNull()
      .references(() => clients.id, { onDelete: 'cascade' }),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
  },
  (table) => [index('client_sessions_client').on(table.client)],
)

export const passwordTokens = sqliteTable(
  'password_tokens',
  {
    client: integer()
      .primaryKey()
      .references(() => clients.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [uniqueIndex('password_tokens_token_hash').on(table.tokenHash)],
)

export const signInMoves = sqliteTable(
  'sign_in_moves',
  {
    client: integer()
      .primaryKey()
      .references(() => clients.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    emailKey: text().notNull(),
    tokenHash: text(),
    expiresAt: integer().notNull(),
  },
  (table) => [uniqueIndex('sign_in_moves_token_hash').on(table.tokenHash)],
)

/** Single-use links to a draft. One opens the draft in the reader's browser, and one deletes it. */
export const draftLinks = sqliteTable(
  'draft_links',
  {
    tokenHash: text().primaryKey(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    purpose: text({ enum: ['resume', 'delete'] }).notNull(),
    /** The hash of the address that the link was sent to. The address is normalised before it is hashed. */
    emailHash: text(),
    expiresAt: integer().notNull(),
  },
  (table) => [index('draft_links_application').on(table.application)],
)
