import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Frozen in the transaction of the submit or the decision, sealed by a job, never made again. An erasure removes
 * `data` and `pdf` and leaves the proof.
 */
export const documents = sqliteTable(
  'documents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: text().notNull(),
    kind: text({ enum: ['signed', 'countersigned'] }).notNull(),
    frozenAt: integer().notNull(),
    /** The event of the submit or the decision. */
    event: integer().notNull(),
    /** What was signed or decided, as canonical JSON (RFC 8785); `null` after an erasure. */
    data: text(),
    signature: blob({ mode: 'buffer' }),
    sealedAt: integer(),
    pdf: blob({ mode: 'buffer' }),
    /** SHA-256 of the sealed file in hexadecimal; stays after an erasure. */
    sha256: text(),
    certificate: text().references(() => documentCertificates.fingerprint),
    /** The time that the timestamp authority gave, when one was asked. */
    timestampedAt: integer(),
    erasedAt: integer(),
  },
  (table) => [
    uniqueIndex('documents_sha256').on(table.sha256),
    uniqueIndex('documents_signed')
      .on(table.application)
      .where(sql`kind = 'signed' and erased_at is null`),
    index('documents_application').on(table.application, table.id),
    index('documents_pending')
      .on(table.frozenAt)
      .where(sql`sealed_at is null and erased_at is null`),
  ],
)

/** Replaced certificates stay: earlier documents are verified by them. */
export const documentCertificates = sqliteTable('document_certificates', {
  fingerprint: text().primaryKey(),
  pem: text().notNull(),
  /** The private key as PKCS#8 in base64; `null` when it is the operator's own and stays in its file. */
  keySealed: text(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
})
