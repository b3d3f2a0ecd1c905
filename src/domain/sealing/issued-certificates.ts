import { desc } from 'drizzle-orm'
import type { Db } from '#db/open.ts'
import { documentCertificates } from '#db/schema/documents.ts'

export type IssuedCertificate = {
  /** SHA-256 of the certificate in hexadecimal. */
  fingerprint: string
  pem: string
  createdAt: number
  expiresAt: number
}

/** Every certificate that has sealed documents here, newest first. */
export const issuedCertificates = ({ db }: { db: Db }): IssuedCertificate[] =>
  db.orm
    .select({
      fingerprint: documentCertificates.fingerprint,
      pem: documentCertificates.pem,
      createdAt: documentCertificates.createdAt,
      expiresAt: documentCertificates.expiresAt,
    })
    .from(documentCertificates)
    .orderBy(desc(documentCertificates.createdAt))
    .all()
