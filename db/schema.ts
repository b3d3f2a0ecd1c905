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

/** Instants are UTC milliseconds; calendar dates are `YYYY-MM-DD` text; keys beside a field are its normalised form. */
export const applications = sqliteTable(
  'applications',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull(),
    status: text().notNull().default('draft'),
    version: integer().notNull().default(1),
    completionPercentage: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    submittedAt: integer(),
    approvedAt: integer(),
    rejectedAt: integer(),
    rejectionReason: text(),
    customerCode: text(),
    financeDecision: text(),
    financeDate: text(),
    financeBy: text(),

    accountType: text().notNull().default('credit'),
    businessName: text(),
    businessAddress: text(),
    postCode: text(),
    telephone: text(),
    telephoneKey: text(),
    fax: text(),
    mainEmail: text(),
    mainEmailKey: text(),
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
    position: text(),
    agreementDate: text(),
  },
  (table) => [
    uniqueIndex('applications_id').on(table.id),
    uniqueIndex('applications_main_email').on(table.mainEmailKey),
    index('applications_idle_drafts').on(table.updatedAt).where(sql`status = 'draft'`),
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
    place: integer().notNull(),
    name: text().notNull(),
    position: text(),
  },
  (table) => [uniqueIndex('directors_of').on(table.application, table.place)],
)

/** Signature images, re-encoded from their pixels: `authorisation` is the customer's, `finance` the supplier's. */
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
    /** The name as it was typed, when the image was drawn from it. */
    typedName: text(),
  },
  (table) => [uniqueIndex('signatures_of').on(table.application, table.kind)],
)

/** What was signed, when, from where, to which terms; never changed afterwards. */
export const signings = sqliteTable('signings', {
  application: integer()
    .primaryKey()
    .references(() => applications.seq, { onDelete: 'cascade' }),
  signedAt: integer().notNull(),
  address: text().notNull(),
  agent: text().notNull(),
  termsVersion: text().notNull(),
  termsHash: text().notNull(),
  content: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
})

/** What a browser's draft cookie opens; only the hash of the cookie is kept. */
export const capabilities = sqliteTable(
  'capabilities',
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
    uniqueIndex('capabilities_of').on(table.tokenHash, table.application),
    index('capabilities_application').on(table.application),
  ],
)

/** First answers to requests that carried an `Idempotency-Key`, so that a retry gets the same one. */
export const firstAnswers = sqliteTable(
  'first_answers',
  {
    id: integer().primaryKey(),
    keyHash: text().notNull(),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    expiresAt: integer().notNull(),
  },
  (table) => [uniqueIndex('first_answers_key').on(table.keyHash)],
)

/** Who did what to which application and when; append-only, each row hashed over the one before. */
export const events = sqliteTable(
  'events',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    at: integer().notNull(),
    actorKind: text().notNull(),
    actor: text().notNull(),
    action: text().notNull(),
    application: text(),
    section: text(),
    changesHash: text(),
    previousHash: text().notNull(),
    hash: text().notNull(),
  },
  (table) => [index('events_of').on(table.application, table.seq)],
)

/** Old and new values of an event; apart from the chain, which keeps only their hash, so that they can be erased. */
export const eventChanges = sqliteTable('event_changes', {
  event: integer()
    .primaryKey()
    .references(() => events.seq),
  changes: text({ mode: 'json' }).$type<Change[]>().notNull(),
})

/** One field's change: values as they were typed, a signature as its hash. */
export type Change = { field: string; before: string | null; after: string | null }

/** Facts about the installation: the sentinel that proves the key. */
export const installation = sqliteTable('installation', {
  name: text().primaryKey(),
  value: text().notNull(),
})
