import { blob, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { EmailKind } from '#src/mail/messages/kinds.ts'

/** One row; without it the environment's values count. */
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
  /** ISO weekdays, 1 for Monday to 7 for Sunday. */
  workingDays: text({ mode: 'json' }).$type<number[]>(),
  promisedFrom: integer(),
  promisedTo: integer(),
  /** Every credit applicant is asked it on submitting; `null`: nothing is asked. */
  standingQuestion: text(),
  standingFiles: integer({ mode: 'boolean' }),
  /** Whole pounds: a credit limit above it needs two persons. */
  secondPersonAbove: integer(),
  /** Those of ours that are asked for; `ownChecks` has one name a line. */
  readyChecks: text({ mode: 'json' }).$type<string[]>(),
  ownChecks: text(),
  /** An approval of credit needs none open. */
  creditNeedsChecks: integer({ mode: 'boolean' }),
  /** From an approval or review to the next; `null`: no usual date. */
  reviewMonths: integer(),
  /** Whole pounds: limits above it have their own months. */
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

/** Each published wording after the built-in one; a row never changes. */
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

/** By version 0.1.0. */
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
