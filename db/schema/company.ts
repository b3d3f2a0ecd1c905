import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** The one row of the supplier's own details; without it the environment's values count. */
export const company = sqliteTable('company', {
  id: integer().primaryKey(),
  name: text().notNull(),
  registeredAddress: text(),
  companyNumber: text(),
  vatNumber: text(),
  telephone: text(),
  salesEmail: text().notNull(),
  privacyUrl: text(),
  /** `#rrggbb`; without one the built-in colour counts. */
  accent: text(),
  /** ISO weekdays, 1 for Monday to 7 for Sunday. */
  workingDays: text({ mode: 'json' }).$type<number[]>(),
  /** "Within 2-3 business days": the two numbers. */
  promisedFrom: integer(),
  promisedTo: integer(),
  /** Whole pounds: a credit limit above it needs two persons. */
  secondPersonAbove: integer(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})

/** The uploaded logo, one row; without it `COMPANY_LOGO` counts. */
export const companyLogo = sqliteTable('company_logo', {
  id: integer().primaryKey(),
  kind: text({ enum: ['png', 'svg'] }).notNull(),
  /** What pages serve: encoded again (PNG) or sanitized (SVG). */
  image: blob({ mode: 'buffer' }).notNull(),
  sha256: text().notNull(),
})

/** Each published wording of the terms after the built-in one; a row never changes. */
export const termsVersions = sqliteTable(
  'terms_versions',
  {
    version: text().primaryKey(),
    /** The text as it was typed. */
    source: text().notNull(),
    sha256: text().notNull(),
    /** `YYYY-MM-DD`: the day on which it comes into force. */
    inForceFrom: text().notNull(),
    publishedAt: integer().notNull(),
    publishedBy: text().notNull(),
  },
  (table) => [index('terms_versions_in_force').on(table.inForceFrom)],
)

/** Published versions that an administrator withdrew before their day in version 0.1.0; a row never changes. */
export const termsWithdrawals = sqliteTable('terms_withdrawals', {
  version: text()
    .primaryKey()
    .references(() => termsVersions.version),
  withdrawnAt: integer().notNull(),
  withdrawnBy: text().notNull(),
})

/** The supplier's own words in an email; a kind without a row has the built-in ones. */
export const emailWordings = sqliteTable('email_wordings', {
  kind: text().primaryKey(),
  subject: text().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})
