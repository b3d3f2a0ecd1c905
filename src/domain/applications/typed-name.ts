import type { Deps } from '#src/deps.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Save } from '#src/forms/registration/save-payload.ts'
import { PdfBusy, PdfFailed } from '#src/pdf/pdf-errors.ts'
import { networkKey } from '#src/security/addresses.ts'
import { QueueFull } from '#src/security/fair-queue.ts'
import { toDataUri } from '#src/security/signature-image.ts'
import { type Application, signaturesOf } from './application.ts'

/**
 * Returns the save with its typed name drawn as a signature image. A name that is already drawn is not drawn again, so
 * a repeated save needs no document process. Refuses 'unavailable'.
 */
export async function withDrawnName(
  deps: Deps,
  save: Save,
  draft: Application | null,
  address: string,
): Promise<Save> {
  const { typedName } = save
  if (!typedName) return save
  const stored = draft && signaturesOf(deps, draft).authorisation
  const authSignature =
    stored?.typedName === typedName
      ? toDataUri(stored.png)
      : await drawName(deps, typedName, address)
  return { ...save, fields: { ...save.fields, authSignature } }
}

/** A save that leaves the signature as it is stored. */
export function withoutName({ typedName: _, ...save }: Save): Save {
  return save
}

/**
 * A typed name as the data URI of a signature. Networks take turns, so that one that sends many names does not keep the
 * others from signing. Refuses 'unavailable' when too many wait, or the document process cannot draw it.
 */
export async function drawName(deps: Deps, name: string, address: string): Promise<string> {
  try {
    return toDataUri(await deps.typedNames(networkKey(address), () => deps.pdf.signature(name)))
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    deps.log.warn({ reason }, 'no signature drawn')
    throw new Refusal('unavailable', refusals.signatureBusy, { retryAfter: 5 })
  }
}

function reasonOf(error: unknown): string | null {
  if (error instanceof QueueFull) return 'Too many typed names wait'
  return error instanceof PdfBusy || error instanceof PdfFailed ? error.message : null
}
