import { sql } from 'drizzle-orm'
import { blob, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * A document is frozen when an application is sent or decided, and a job seals it. An erasure keeps its hash, kind
 * and times.
 */
export const documents = sqliteTable(
  'documents',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    application: text().notNull(),
    kind: text({ enum: ['signed', 'countersigned'] }).notNull(),
    frozenAt: integer().notNull(),
    event: integer().notNull(),
    /** What was signed or decided, as canonical JSON (RFC 8785). An erasure sets it to `null`. */
    data: text(),
    signature: blob({ mode: 'buffer' }),
    sealedAt: integer(),
    pdf: blob({ mode: 'buffer' }),
    /** SHA-256 of the sealed file in hexadecimal. It stays after an erasure. */
    sha256: text(),
    certificate: text().references(() => documentCertificates.fingerprint),
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

/** A replaced certificate stays here, because earlier documents are verified with it. */
export const documentCertificates = sqliteTable('document_certificates', {
  fingerprint: text().primaryKey(),
  pem: text().notNull(),
  /** The private key as PKCS#8 in base64. It is `null` for the operator's own key, which stays in its file. */
  keySealed: text(),
  createdAt: integer().notNull(),
  expiresAt: integer().notNull(),
})
