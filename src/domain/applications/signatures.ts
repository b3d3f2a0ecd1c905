import { and, eq } from 'drizzle-orm'
import type { Change } from '#db/schema/events.ts'
import { signatures } from '#db/schema/signatures.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { readSignature } from '#src/security/signature-image.ts'
import { type Application, signaturesOf } from './application.ts'
import { imageMark } from './diff.ts'

const notASignature = 'Digital signature is required'

/**
 * Keeps the applicant's signature, re-encoded from its pixels; `null` removes it. Returns what changed, or `null`. With
 * `write` off it only compares. Refuses 'invalid' and 'too-large' (rule 54).
 */
export function keepSignature(
  deps: Deps,
  application: Application,
  { image, typedName }: { image: string | null; typedName: string | null },
  write: boolean,
): Change | null {
  const stored = signaturesOf(deps, application).authorisation
  const before = stored && imageMark(stored.png)
  const read = image === null ? null : readImage(image)
  const after = read && imageMark(read.png)
  if (before === after) return null
  if (write) replace(deps, application, read && { ...read, typedName })
  return { field: 'authSignature', before, after }
}

function readImage(image: string) {
  const read = readSignature(image)
  if (read.ok) return read
  if (read.reason === 'too-large') throw new Refusal('too-large', refusals.tooLarge)
  throw new Refusal('invalid', notASignature, { errors: { authSignature: notASignature } })
}

function replace(
  { db }: Deps,
  application: Application,
  read: { png: Uint8Array; hasInk: boolean; typedName: string | null } | null,
) {
  db.orm
    .delete(signatures)
    .where(and(eq(signatures.application, application.seq), eq(signatures.kind, 'authorisation')))
    .run()
  if (!read) return
  db.orm
    .insert(signatures)
    .values({
      application: application.seq,
      kind: 'authorisation',
      png: Buffer.from(read.png),
      hasInk: read.hasInk,
      typedName: read.typedName,
    })
    .run()
}
