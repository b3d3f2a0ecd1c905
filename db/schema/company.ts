import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EmailKind } from '#src/mail/messages/kinds.ts'

/** This table has a single row. While the row is missing, the environment's values apply. */
export const company = sqliteTable('company', {
  id: integer().primaryKey(),
  name: text().notNull(),
  registeredAddress: text(),
  companyNumber: text(),
  vatNumber: text(),
  telephone: text(),
  salesEmail: text().notNull(),
  privacyUrl: text(),
  accent: text(),
  /** ISO weekdays, from 1 for Monday to 7 for Sunday. */
  workingDays: text({ mode: 'json' }).$type<number[]>(),
  promisedFrom: integer(),
  promisedTo: integer(),
  /** Every credit applicant gets this question after sending the application. `null` asks nothing. */
  standingQuestion: text(),
  standingFiles: integer({ mode: 'boolean' }),
  /** Whole pounds. A higher credit limit needs two people. */
  secondPersonAbove: integer(),
  /** The built-in checks that are switched on. `ownChecks` has one name per line. */
  readyChecks: text({ mode: 'json' }).$type<string[]>(),
  ownChecks: text(),
  /** If true, credit can only be approved once no check is open. */
  creditNeedsChecks: integer({ mode: 'boolean' }),
  /** The months from an approval or review to the next review. `null` suggests no date. */
  reviewMonths: integer(),
  /** Whole pounds. Higher limits have their own number of months. */
  largeLimitAbove: integer(),
  largeReviewMonths: integer(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})

export const companyLogo = sqliteTable('company_logo', {
  id: integer().primaryKey(),
  kind: text({ enum: ['png', 'svg'] }).notNull(),
  image: blob({ mode: 'buffer' }).notNull(),
  sha256: text().notNull(),
})

/** Each wording that was published after the built-in one. Rows never change. */
export const termsVersions = sqliteTable(
  'terms_versions',
  {
    version: text().primaryKey(),
    source: text().notNull(),
    sha256: text().notNull(),
    inForceFrom: text().notNull(),
    publishedAt: integer().notNull(),
    publishedBy: text().notNull(),
  },
  (table) => [index('terms_versions_in_force').on(table.inForceFrom)],
)

/** Version 0.1.0 used this table. */
export const termsWithdrawals = sqliteTable('terms_withdrawals', {
  version: text()
    .primaryKey()
    .references(() => termsVersions.version),
  withdrawnAt: integer().notNull(),
  withdrawnBy: text().notNull(),
})

export const emailWordings = sqliteTable('email_wordings', {
  kind: text().$type<EmailKind>().primaryKey(),
  subject: text().notNull(),
  before: text().notNull(),
  after: text().notNull(),
  version: integer().notNull(),
  updatedAt: integer().notNull(),
})
