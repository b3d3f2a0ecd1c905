import { createHash } from 'node:crypto'
import type { Deps } from '#src/deps.ts'
import { minutes } from '#src/domain/durations.ts'
import { currentSealKey } from '#src/domain/sealing/certificates.ts'
import { documentTitle } from '#src/pdf/application-sheet.ts'
import { sealPdf } from '#src/pdf/seal/seal-pdf.ts'
import type { SealedPdf } from '#src/pdf/seal/sealed-pdf.ts'
import { contentOf } from './content.ts'
import type { PendingDocument, SealedFile } from './pending.ts'

/** `ms` is how long the sealing took. */
export type MadeDocument = SealedFile & { ms: number }

/**
 * How long a document waits for the timestamp authority: less than the hour that emails wait for the document, so that
 * they still carry it.
 */
const patienceForTimestamp = minutes(45)

/** Makes the file of a frozen document, from what was frozen alone: drawn in the document process, sealed here. */
export async function makeDocument(deps: Deps, pending: PendingDocument): Promise<MadeDocument> {
  const key = await currentSealKey(deps)
  const { sheet, attachments } = contentOf(deps, pending, key)
  const drawn = await deps.pdf.render(sheet)
  const at = deps.now()
  const begun = performance.now()
  const author = sheet.company.name
  const seal = { title: documentTitle(sheet), author, attachments, at, key }
  const { bytes, timestampedAt } = await sealedInTime(deps, pending, (timestampUrl) =>
    sealPdf(drawn, { ...seal, timestampUrl }),
  )
  const pdf = Buffer.from(bytes)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const ms = Math.round(performance.now() - begun)
  return { pdf, sha256, certificate: key.fingerprint, sealedAt: at, timestampedAt, ms }
}

/** With a timestamp, if an authority is named; without it once the authority has failed for too long. */
async function sealedInTime(
  { env, log, now }: Deps,
  { id, attempts, frozenAt }: PendingDocument,
  seal: (timestampUrl: string | null) => Promise<SealedPdf>,
): Promise<SealedPdf> {
  const url = env.TIMESTAMP_URL ?? null
  try {
    return await seal(url)
  } catch (error) {
    const mayWait = attempts === 0 || now() - frozenAt < patienceForTimestamp
    if (url === null || mayWait) throw error
    log.error({ document: id, err: error }, 'a document is sealed without a timestamp')
    return seal(null)
  }
}
