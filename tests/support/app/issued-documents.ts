import { createHash } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import { documents } from '#db/schema/documents.ts'
import { transact } from '#db/transaction.ts'
import { storeFile } from '#src/domain/documents/document-queue.ts'
import type { TestApp } from './test-app.ts'

export const sha256Of = (bytes: Uint8Array | string) =>
  createHash('sha256').update(bytes).digest('hex')

/** Bytes that begin like a PDF and are unlike those of any other name. */
export const pdfBytes = (name: string) => Buffer.from(`%PDF-1.7\n% ${name}\n%%EOF\n`)

/**
 * Stores these bytes as the file of the application's frozen document that waits for one, sealed two seconds later;
 * returns their SHA-256.
 */
export function issue(
  { deps }: Pick<TestApp, 'deps'>,
  application: string,
  bytes: Uint8Array,
  kind: 'signed' | 'countersigned' = 'signed',
): string {
  const { db, now } = deps
  const sha256 = sha256Of(bytes)
  const sealed = { pdf: Buffer.from(bytes), sha256, sealedAt: now() + 2000 }
  const pending = and(
    eq(documents.application, application),
    eq(documents.kind, kind),
    isNull(documents.sealedAt),
  )
  const frozen = db.orm.select().from(documents).where(pending).get()
  if (!frozen) throw new Error('No document waits for its PDF')
  transact({ ...deps, now: () => sealed.sealedAt }, (deps) => storeFile(deps, frozen, sealed))
  return sha256
}
