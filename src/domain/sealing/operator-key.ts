import { readFileSync } from 'node:fs'
import type { Env } from '#src/env.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import { readPkcs12 } from '#src/pdf/seal/seal-key.ts'

/** The key in the operator's PKCS#12 file; `null` when none is named. Throws in plain words when it cannot be read. */
export async function readOperatorKey({
  DOCUMENT_PKCS12_FILE,
  DOCUMENT_PKCS12_PASSWORD = '',
}: Pick<Env, 'DOCUMENT_PKCS12_FILE' | 'DOCUMENT_PKCS12_PASSWORD'>): Promise<SealKey | null> {
  if (!DOCUMENT_PKCS12_FILE) return null
  return readPkcs12(readFileSync(DOCUMENT_PKCS12_FILE), DOCUMENT_PKCS12_PASSWORD)
}
