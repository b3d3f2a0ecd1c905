import { and, eq } from 'drizzle-orm'
import type { Change } from '#db/schema/events.ts'
import { signatures } from '#db/schema/signatures.ts'
import type { Writing } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Save } from '#src/forms/registration/save-payload.ts'
import { readSignature } from '#src/security/signature-image.ts'
import { type Application, signaturesOf } from './application.ts'
import { imageMark } from './diff.ts'

const notASignature = 'Digital signature is required'

type NewSignature = {
  change: Change
  /** `null` removes the stored one. */
  image: { png: Uint8Array; hasInk: boolean } | null
  typedName: string | null
}

/**
 * The signature in a save, re-encoded from its pixels; `null` when there is none, or the stored one. Refuses 'invalid'
 * and 'too-large' (rule 54).
 */
export function signatureOf(
  deps: Pick<Deps, 'db'>,
  application: Application,
  { fields, typedName }: Save,
): NewSignature | null {
  const { authSignature } = fields
  if (typedName && !authSignature) throw new Error('The typed name has not been drawn')
  if (authSignature !== null && typeof authSignature !== 'string') return null
  const stored = signaturesOf(deps, application).authorisation
  const image = authSignature === null ? null : readImage(authSignature)
  const before = stored && imageMark(stored.png)
  const after = image && imageMark(image.png)
  if (before === after) return null
  return { change: { field: 'authSignature', before, after }, image, typedName: typedName ?? null }
}

/** Puts the signature in the place of the stored one. */
export function storeSignature(
  { db }: Writing<Pick<Deps, 'db'>>,
  { seq }: Application,
  { image, typedName }: Omit<NewSignature, 'change'>,
) {
  db.orm
    .delete(signatures)
    .where(and(eq(signatures.application, seq), eq(signatures.kind, 'authorisation')))
    .run()
  if (!image) return
  const { hasInk } = image
  const png = Buffer.from(image.png)
  db.orm
    .insert(signatures)
    .values({ application: seq, kind: 'authorisation', png, hasInk, typedName })
    .run()
}

function readImage(image: string) {
  const read = readSignature(image)
  if (read.ok) return read
  if (read.reason === 'too-large') throw new Refusal('too-large', refusals.tooLarge)
  throw new Refusal('invalid', notASignature, { errors: { authSignature: notASignature } })
}
