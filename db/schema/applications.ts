import { sql } from 'drizzle-orm'
import {
  blob,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import type { Status } from '#src/forms/statuses.ts'
import { admins } from './admins.ts'

/**
 * Instants are in UTC milliseconds and calendar dates are `YYYY-MM-DD`. A `...Key` column is the normalised form of
 * another column.
 */
export const applications = sqliteTable(
  'applications',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    status: text().$type<Status>().notNull().default('draft'),
    version: integer().notNull().default(1),
    completionPercentage: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    submittedAt: integer(),
    approvedAt: integer(),
    rejectedAt: integer(),
    rejectionReason: text(),
    customerCode: text(),
    financeDecision: text({ enum: ['Approved', 'Rejected'] }),
    financeDate: text(),
    financeBy: text(),
    /** The date on which staff closed the trade account. It is empty again once the account is reopened. */
    closedOn: text(),
    closingReason: text(),

    termsVersion: text(),

    owner: integer().references(() => admins.id),
    remindedAt: integer(),

    accountType: text().notNull().default('credit'),
    businessName: text(),
    businessAddress: text(),
    postCode: text(),
    telephone: text(),
    telephoneKey: text(),
    fax: text(),
    mainEmail: text(),
    mainEmailKey: text(),
    /** The applicant's own address, in a draft whose main address somebody else has changed. */
    applicantEmail: text(),
    mobile: text(),
    coRegistration: text(),
    coRegistrationKey: text(),
    dateIncorporation: text(),
    vatNo: text(),
    vatNoKey: text(),
    eoriNumber: text(),
    businessEstablished: text(),
    businessTypes: text({ mode: 'json' }).$type<string[]>(),
    previousAddress: text(),

    accountsContact: text(),
    invoiceAddress: text(),
    invoicePostCode: text(),
    accountsTelephone: text(),
    accountsFax: text(),
    invoiceEmail: text(),
    financialEmail: text(),
    invoiceQueriesEmail: text(),
    poMandatory: integer({ mode: 'boolean' }),

    buyerName: text(),
    buyerEmail: text(),
    buyerTelephone: text(),
    buyerFax: text(),
    buyerMobile: text(),

    siteContact: text(),
    deliveryAddress: text(),
    deliveryPostCode: text(),
    deliveryTelephone: text(),
    deliveryFax: text(),
    deliveryEmail: text(),
    deliveryMobile: text(),
    specialInstructions: text(),
    signerName: text(),
    position: text(),
    agreementDate: text(),
    /**
     * True while nobody has chosen a date of agreement. The draft then shows today's date, which changes until the
     * application is sent.
     */
    agreementToday: integer({ mode: 'boolean' }),
    /**
     * The text that a search reads, written by `searchText`. It is `null` after an upgrade until the server has
     * written it.
     */
    searchText: text(),
  },
  (table) => [
    uniqueIndex('applications_id').on(table.id),
    uniqueIndex('applications_main_email').on(table.mainEmailKey),
    index('applications_status').on(table.status),
    index('applications_status_updated_at').on(table.status, table.updatedAt),
    index('applications_status_approved_at').on(table.status, table.approvedAt),
    index('applications_submitted_at').on(table.submittedAt),
    index('applications_pending').on(table.submittedAt).where(sql`status = 'submitted'`),
    index('applications_business_types').on(table.businessTypes),
    index('applications_customer_code').on(table.customerCode),
    index('applications_co_registration').on(table.coRegistrationKey),
    index('applications_vat_no').on(table.vatNoKey),
    index('applications_owner').on(table.owner),
    index('applications_closed').on(table.closedOn).where(sql`closed_on is not null`),
    index('applications_telephone').on(table.telephoneKey),
    // a search reads this index instead of the table, whose rows can be ten times as long
    index('applications_search').on(
      table.searchText,
      table.status,
      table.submittedAt,
      table.completionPercentage,
      table.owner,
    ),
    check(
      'applications_status_known',
      sql`status in ('draft', 'submitted', 'approved', 'rejected', 'completed', 'incomplete')`,
    ),
    check('applications_percentage', sql`completion_percentage between 0 and 100`),
  ],
)

export const directors = sqliteTable(
  'directors',
  {
    id: integer().primaryKey(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    name: text().notNull(),
    position: text(),
  },
  (table) => [uniqueIndex('directors_application').on(table.application, table.ordinal)],
)

export const signatures = sqliteTable(
  'signatures',
  {
    id: integer().primaryKey(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    kind: text({ enum: ['authorisation', 'finance'] }).notNull(),
    png: blob({ mode: 'buffer' }).notNull(),
    hasInk: integer({ mode: 'boolean' }).notNull(),
    typedName: text(),
    /** SHA-256 of the data URI that was sent, so that the same image is not decoded twice. */
    sentSha256: text(),
  },
  (table) => [uniqueIndex('signatures_application').on(table.application, table.kind)],
)

export const draftTokens = sqliteTable(
  'draft_tokens',
  {
    id: integer().primaryKey(),
    tokenHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    access: text({ enum: ['write', 'read'] }).notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('draft_tokens_token_hash').on(table.tokenHash, table.application),
    uniqueIndex('draft_tokens_open').on(table.tokenHash).where(sql`access = 'write'`),
    index('draft_tokens_application').on(table.application),
  ],
)

export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    id: integer().primaryKey(),
    keyHash: text().notNull(),
    /**
     * `null` once the application was erased, or was opened in another browser. The key never creates a second
     * application.
     */
    application: integer().references(() => applications.seq, { onDelete: 'set null' }),
    expiresAt: integer().notNull(),
  },
  (table) => [
    uniqueIndex('idempotency_keys_key_hash').on(table.keyHash),
    index('idempotency_keys_application').on(table.application),
    index('idempotency_keys_expires_at').on(table.expiresAt),
  ],
)
