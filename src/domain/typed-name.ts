import type { Deps } from '#src/deps.ts'
import type { Save } from '#src/forms/save-payload.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { type Application, signaturesOf } from './applications.ts'
import { Refusal, refusals } from './refusal.ts'

/**
 * A save whose typed name has become the signature's image, the same kind that the pad makes. A name that the draft is
 * signed with already is not drawn again, so a save that is sent twice needs no document process. Refuses
 * 'unavailable' while none can draw.
 */
export async function withDrawnName(
  deps: Deps,
  save: Save,
  draft: Application | null,
): Promise<Save> {
  const { typedName } = save
  if (!typedName) return save
  const stored = draft && signaturesOf(deps, draft).authorisation
  const authSignature =
    stored?.typedName === typedName ? toDataUri(stored.png) : await drawName(deps, typedName)
  return { ...save, fields: { ...save.fields, authSignature } }
}

/** A save that leaves the signature as it is stored. */
export function withoutName({ typedName: _, ...save }: Save): Save {
  return save
}

/** A typed name as the data URI of a signature. Refuses 'unavailable' when the document process cannot draw it. */
export async function drawName(deps: Deps, name: string): Promise<string> {
  try {
    return toDataUri(await deps.pdf.signature(name))
  } catch (error) {
    if (!(error instanceof PdfBusy || error instanceof PdfFailed)) throw error
    deps.log.warn({ reason: error.message }, 'no signature drawn')
    throw new Refusal('unavailable', refusals.signatureBusy, { retryAfter: 5 })
  }
}
