import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { admins } from './admins.ts'
import { applications } from './applications.ts'
import { events } from './events.ts'

export const informationRequests = sqliteTable(
  'information_requests',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    text: text().notNull(),
    /**
     * True for the company's standing question to every credit applicant. It does not pause the promised answer time.
     */
    isStanding: integer({ mode: 'boolean' }).notNull().default(false),
    takesFiles: integer({ mode: 'boolean' }).notNull().default(true),
    askedBy: text().notNull(),
    askedAt: integer().notNull(),
    remindedAt: integer(),
    answer: text(),
    answeredAt: integer(),
    closedAt: integer(),
  },
  (table) => [
    index('information_requests_application').on(table.application, table.id),
    uniqueIndex('information_requests_open')
      .on(table.application)
      .where(sql`answered_at is null and closed_at is null and is_standing = 0`),
    uniqueIndex('information_requests_standing').on(table.application).where(sql`is_standing = 1`),
  ],
)

export const checks = sqliteTable(
  'checks',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    name: text().notNull(),
    state: text({ enum: ['open', 'passed', 'failed', 'waived'] }).notNull(),
    note: text(),
    event: integer()
      .notNull()
      .references(() => events.seq),
  },
  (table) => [uniqueIndex('checks_application').on(table.application, table.name)],
)

/** The last answer of a register. The time of the answer is in its event. */
export const registerAnswers = sqliteTable(
  'register_answers',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: integer()
      .notNull()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    register: text({ enum: ['companies-house', 'hmrc'] }).notNull(),
    rows: text({ mode: 'json' }).$type<RegisterRow[]>().notNull(),
    event: integer()
      .notNull()
      .references(() => events.seq),
  },
  (table) => [uniqueIndex('register_answers_application').on(table.application, table.register)],
)

/** `isOdd` marks a row that staff should look at. */
export type RegisterRow = { label: string; value: string; isOdd?: true }

/**
 * Belongs to an answer or to a check. A file for a check belongs to neither while it is arriving. The type is read
 * from the content, never from the name.
 */
export const attachments = sqliteTable(
  'attachments',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    request: integer().references(() => informationRequests.id, { onDelete: 'cascade' }),
    recordedCheck: integer().references(() => checks.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    kind: text({ enum: ['pdf', 'png', 'jpeg'] }).notNull(),
    size: integer().notNull(),
    sha256: text().notNull(),
    /** True for an encrypted PDF, which may ask for a password. */
    isLocked: integer({ mode: 'boolean' }).notNull().default(false),
    createdAt: integer().notNull(),
  },
  (table) => [
    index('attachments_request').on(table.request),
    index('attachments_check').on(table.recordedCheck),
  ],
)

export const fileFacts = {
  id: attachments.id,
  name: attachments.name,
  kind: attachments.kind,
  size: attachments.size,
  sha256: attachments.sha256,
  isLocked: attachments.isLocked,
}

/** Files are stored in pieces of at most 256 KiB, so that reading one never loads the whole file into memory. */
export const attachmentPieces = sqliteTable(
  'attachment_pieces',
  {
    attachment: integer()
      .notNull()
      .references(() => attachments.id, { onDelete: 'cascade' }),
    ordinal: integer().notNull(),
    bytes: blob({ mode: 'buffer' }).notNull(),
  },
  (table) => [uniqueIndex('attachment_pieces_attachment').on(table.attachment, table.ordinal)],
)

export const decisionRecords = sqliteTable(
  'decision_records',
  {
    application: integer()
      .primaryKey()
      .references(() => applications.seq, { onDelete: 'cascade' }),
    creditLimit: integer(),
    paymentTerms: text(),
    reviewDate: text(),
    remark: text(),
    /** Whether the countersigned document shows the limit, terms and review date. */
    isInDocument: integer({ mode: 'boolean' }).notNull(),
  },
  (table) => [index('decision_records_review_date').on(table.reviewDate)],
)

export const approvalProposals = sqliteTable('approval_proposals', {
  application: integer()
    .primaryKey()
    .references(() => applications.seq, { onDelete: 'cascade' }),
  proposedBy: integer()
    .notNull()
    .references(() => admins.id),
  proposedAt: integer().notNull(),
  applicationVersion: integer().notNull(),
  customerCode: text().notNull(),
  creditLimit: integer(),
  paymentTerms: text(),
  reviewDate: text(),
  remark: text(),
  isInDocument: integer({ mode: 'boolean' }).notNull(),
})
