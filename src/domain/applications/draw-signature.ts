import { createHash } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import type { Save } from '#src/forms/registration/save.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { networkKey } from '#src/security/addresses.ts'
import { toDataUri } from '#src/security/png.ts'
import { type SignatureReading, signatureFile } from '#src/security/signature-image.ts'
import { type Application, type SignatureImage, signaturesOf } from './application.ts'

/** `agreesToday` means that nobody has chosen a date of agreement. */
export type DrawnSave = Save & { image?: SignatureImage; agreesToday?: boolean }

const required = {
  authSignature: 'Digital signature is required',
  signature: 'Signature is required',
  typedName: 'Signature is required',
} as const

/** Draws the signature of a save, unless it is stored already. Refuses 'invalid', 'too-large' and 'unavailable'. */
export async function withImage(
  deps: Deps,
  save: Save,
  draft: Application | null,
  address: string,
): Promise<DrawnSave> {
  const { typedName } = save
  const { authSignature } = save.fields
  const stored = draft && signaturesOf(deps, draft).authorisation
  if (typedName) {
    const isStored = stored?.typedName === typedName
    const image = isStored ? stored : await drawName(deps, typedName, address)
    return { ...save, fields: { ...save.fields, authSignature: toDataUri(image.png) }, image }
  }
  if (typeof authSignature !== 'string') return save
  const isStored = stored !== null && stored.sentSha256 === markOf(authSignature)
  if (isStored) return { ...save, image: stored }
  return { ...save, image: await readDrawing(deps, authSignature, address) }
}

export function withoutSignature({ typedName: _, ...save }: Save): Save {
  const { authSignature: __, ...fields } = save.fields
  return { ...save, fields }
}

/** Draws a typed name. Refuses 'invalid' at the field, and 'unavailable'. */
export async function drawName(
  deps: Deps,
  name: string,
  address: string,
  field: keyof typeof required = 'authSignature',
) {
  return imageOf(await draw(deps, name, address), null, field)
}

/** Reads a drawn signature from its data URI. Refuses 'invalid' at the field, 'too-large' and 'unavailable'. */
export async function readDrawing(
  deps: Deps,
  dataUri: string,
  address: string,
  field: keyof typeof required = 'authSignature',
) {
  const sent = signatureFile(dataUri)
  const reading = sent.ok ? await draw(deps, sent.file, address) : sent
  return imageOf(reading, markOf(dataUri), field)
}

const markOf = (dataUri: string) => createHash('sha256').update(dataUri).digest('hex')

function imageOf(
  reading: SignatureReading,
  sentSha256: string | null,
  field: keyof typeof required,
): SignatureImage {
  if (reading.ok) return { png: reading.png, hasInk: reading.hasInk, sentSha256 }
  if (reading.reason === 'too-large') throw new Refusal('too-large', refusals.tooLarge)
  const isUnwritable = reading.reason === 'unwritable'
  throw refusalAt(field, 'invalid', isUnwritable ? refusals.unwritable : required[field])
}

/** Draws for each network in turn, so that a network which sends many signatures does not hold up the others. */
async function draw(deps: Deps, drawing: string | Uint8Array, address: string) {
  try {
    return await deps.pdf.signature(drawing, networkKey(address))
  } catch (error) {
    if (!(error instanceof PdfBusy || error instanceof PdfFailed)) throw error
    deps.log.warn({ reason: error.message }, 'no signature drawn')
    throw new Refusal('unavailable', refusals.signatureBusy, { retryAfter: 5 })
  }
}
