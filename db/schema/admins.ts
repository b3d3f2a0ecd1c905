import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const admins = sqliteTable(
  'admins',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    username: text().notNull(),
    usernameKey: text().notNull(),
    fullName: text(),
    /** `null` for who signs in with the provider only. */
    passwordHash: text(),
    /** For emergencies: the password counts while the provider is required. */
    keepsPassword: integer({ mode: 'boolean' }).notNull().default(false),
    role: text({ enum: ['viewer', 'reviewer', 'administrator'] }).notNull(),
    email: text(),
    createdAt: integer().notNull(),
    disabledAt: integer(),
    totpSecretSealed: text(),
    totpPendingSealed: text(),
    /** Time step of the last accepted code: a code is never accepted twice. */
    totpLastStep: integer(),
    /** Wrong codes since the last sign-in, and the time of the first: they come after the right password. */
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
    /** `challenge` may only answer the second factor. */
    stage: text({ enum: ['challenge', 'full'] }).notNull(),
    createdAt: integer().notNull(),
    lastSeenAt: integer().notNull(),
    /** When the password was last given, here or at the provider: some actions need a fresh one. */
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
