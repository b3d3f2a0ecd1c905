import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const admins = sqliteTable(
  'admins',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    username: text().notNull(),
    usernameKey: text().notNull(),
    fullName: text(),
    /** `null` for an account that only signs in with the provider. */
    passwordHash: text(),
    /** Marks an emergency account: its password still works while the provider is required. */
    keepsPassword: integer({ mode: 'boolean' }).notNull().default(false),
    role: text({ enum: ['viewer', 'reviewer', 'administrator'] }).notNull(),
    email: text(),
    createdAt: integer().notNull(),
    disabledAt: integer(),
    totpSecretSealed: text(),
    totpPendingSealed: text(),
    /** The 30-second step of the last accepted code, because a code is accepted only once. */
    totpLastStep: integer(),
    /**
     * The number of wrong codes since the last sign-in, and the time of the first. Codes are only checked after a
     * correct password.
     */
    wrongCodes: integer().notNull().default(0),
    wrongCodesSince: integer(),
    signaturePng: blob({ mode: 'buffer' }),
    recoveryCodesAt: integer(),
  },
  (table) => [uniqueIndex('admins_username').on(table.usernameKey)],
)

export const adminSessions = sqliteTable(
  'admin_sessions',
  {
    tokenHash: text().primaryKey(),
    admin: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    publicId: text().notNull(),
    address: text(),
    browser: text(),
    /** A `challenge` session may only enter the second factor. */
    stage: text({ enum: ['challenge', 'full'] }).notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    /** When the password was last entered, here or at the provider. Some actions need a recent one. */
    provedAt: integer().notNull(),
    wrongCodes: integer().notNull().default(0),
    wrongCodesSince: integer(),
    byRecoveryCode: integer({ mode: 'boolean' }).notNull().default(false),
    byProvider: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [
    index('admin_sessions_admin').on(table.admin),
    uniqueIndex('admin_sessions_public_id').on(table.publicId),
  ],
)

export const adminInvitations = sqliteTable(
  'admin_invitations',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    username: text().notNull(),
    usernameKey: text().notNull(),
    email: text().notNull(),
    role: text({ enum: ['viewer', 'reviewer', 'administrator'] }).notNull(),
    invitedBy: text().notNull(),
    createdAt: integer().notNull(),
    tokenHash: text(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('admin_invitations_username').on(table.usernameKey),
    uniqueIndex('admin_invitations_token_hash').on(table.tokenHash),
  ],
)

export const adminPasswordTokens = sqliteTable(
  'admin_password_tokens',
  {
    admin: integer()
      .primaryKey()
      .references(() => admins.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [uniqueIndex('admin_password_tokens_token_hash').on(table.tokenHash)],
)

export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    codeHash: text().primaryKey(),
    admin: integer()
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
  },
  (table) => [index('recovery_codes_admin').on(table.admin)],
)

export const notes = sqliteTable(
  'notes',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: text().notNull(),
    admin: text().notNull(),
    text: text().notNull(),
    at: integer().notNull(),
  },
  (table) => [index('notes_application').on(table.application, table.id)],
)

/** This table has a single row. */
export const identityProvider = sqliteTable('identity_provider', {
  id: integer().primaryKey(),
  issuer: text().notNull(),
  clientId: text().notNull(),
  clientSecretSealed: text().notNull(),
  /** Appears on the button after "Sign in with". */
  name: text().notNull(),
  countsAsTwoFactors: integer({ mode: 'boolean' }).notNull(),
  /** If true, passwords only work for the accounts that keep theirs. */
  isRequired: integer({ mode: 'boolean' }).notNull(),
  version: integer().notNull(),
})

/** Connects a staff account with a subject at the provider. For Microsoft Entra the subject is the object ID. */
export const adminIdentities = sqliteTable(
  'admin_identities',
  {
    admin: integer()
      .primaryKey()
      .references(() => admins.id, { onDelete: 'cascade' }),
    issuer: text().notNull(),
    subject: text().notNull(),
    /** The user name at the provider when it was connected. It is never used to find an account. */
    shownAs: text().notNull(),
  },
  (table) => [uniqueIndex('admin_identities_subject').on(table.issuer, table.subject)],
)

/**
 * A sign-in at the provider that is in progress. It belongs to the browser with its cookie, works once and expires
 * after ten minutes.
 */
export const identityAttempts = sqliteTable('identity_attempts', {
  stateHash: text().primaryKey(),
  cookieHash: text().notNull(),
  verifierSealed: text().notNull(),
  nonce: text().notNull(),
  purpose: text({ enum: ['sign-in', 'confirm', 'connect', 'invitation'] }).notNull(),
  /** The hash of the session or invitation that the sign-in is for. */
  holderHash: text(),
  providerVersion: integer().notNull(),
  beganAt: integer().notNull(),
})
