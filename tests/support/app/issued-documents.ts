import { createHash } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { documentCertificates, documents } from '#db/schema/documents.ts'
import { events } from '#db/schema/events.ts'
import type { TestApp } from './test-app.ts'

export const sha256Of = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex')

/** Bytes that begin like a PDF and are unlike those of any other name. */
export const pdfBytes = (name: string) => Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`)

/**
 * Stores these bytes as the sealed document of the application's newest event, sealed two seconds later; returns their
 * SHA-256. Takes the frozen document that waits for its PDF, if there is one.
 */
export function issue(
  { deps: { db, now } }: Pick<TestApp, 'deps'>,
  application: string,
  bytes: Uint8Array,
  kind: 'signed' | 'countersigned' = 'signed',
): string {
  const sha256 = sha256Of(bytes)
  const sealed = { pdf: Buffer.from(bytes), sha256, sealedAt: now() + 2000 }
  const pending = and(
    eq(documents.application, application),
    eq(documents.kind, kind),
    isNull(documents.sealedAt),
  )
  const { changes } = db.orm.update(documents).set(sealed).where(pending).run()
  if (changes === 0) {
    const newest = db.orm
      .select({ seq: events.seq })
      .from(events)
      .where(eq(events.application, application))
      .orderBy(desc(events.seq))
      .get()
    const frozen = { data: '{}', frozenAt: now(), event: newest?.seq ?? 0 }
    db.orm
      .insert(documents)
      .values({ application, kind, ...frozen, ...sealed })
      .run()
  }
  return sha256
}

/** Stores a certificate of that many days ago. */
export function addCertificate(
  { deps: { db, now } }: Pick<TestApp, 'deps'>,
  name: string,
  daysAgo = 0,
) {
  const pem = `-----BEGIN CERTIFICATE-----\n${Buffer.from(name).toString('base64')}\n-----END CERTIFICATE-----\n`
  const day = 86_400_000
  db.orm
    .insert(documentCertificates)
    .values({
      fingerprint: sha256Of(name),
      pem,
      createdAt: now() - daysAgo * day,
      expiresAt: now() + (3650 - daysAgo) * day,
    })
    .run()
  return pem
}
