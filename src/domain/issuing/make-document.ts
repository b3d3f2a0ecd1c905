import { createHash } from 'node:crypto'
import type { documents } from '#db/schema/documents.ts'
import type { Deps } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { logoForDocuments } from '#src/domain/company/logo.ts'
import { countersignedSheet } from '#src/domain/documents/countersigned-sheet.ts'
import type { SheetDeps } from '#src/domain/documents/sheet-company.ts'
import { signedSheet } from '#src/domain/documents/signed-sheet.ts'
import { minutes } from '#src/domain/durations.ts'
import { currentSealKey } from '#src/domain/sealing/certificates.ts'
import { signedInFull } from '#src/domain/sealing/documents.ts'
import type { ApplicationSheet } from '#src/pdf/application-sheet.ts'
import type { SealKey } from '#src/pdf/seal/seal-key.ts'
import { type Attachment, type SealedPdf, sealPdf } from '#src/pdf/seal/seal-pdf.ts'

/** A frozen document that is not sealed yet; `attempts` counts the tries before this one. */
export type PendingDocument = typeof documents.$inferSelect & { attempts: number }

export type MadeDocument = {
  pdf: Buffer
  sha256: string
  /** The fingerprint of the certificate that sealed it. */
  certificate: string
  sealedAt: number
  timestampedAt: number | null
  /** How long the sealing took. */
  ms: number
}

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
  const { bytes, timestampedAt } = await sealedInTime(deps, pending, (timestampUrl) =>
    sealPdf(drawn, { attachments, at, key, timestampUrl }),
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

type Content = { sheet: ApplicationSheet; attachments: Attachment[] }

/** What a frozen document shows and carries, from what was frozen alone; `key` is what will seal it. */
function contentOf(deps: Deps, pending: PendingDocument, key: SealKey): Content {
  const { application, kind, data, signature } = pending
  if (data === null) throw new Error('What was frozen is gone')
  const shown: SheetDeps = {
    ...deps,
    company: companyOf(deps),
    documentLogo: logoForDocuments(deps),
  }
  const image = signature ? [png(signature)] : []
  if (kind === 'signed')
    return {
      sheet: signedSheet(shown, data, signature, key),
      attachments: [json('application.json', 'Every answer as it was signed', data), ...image],
    }
  const signed = signedInFull(deps, application)
  if (!signed) throw new Error('The signed document is not sealed yet')
  return {
    sheet: countersignedSheet(shown, data, signature, key, signed),
    attachments: [
      json('decision.json', 'The decision and the record at that time', data),
      ...image,
      {
        ...{ name: 'signed.pdf', mimeType: 'application/pdf', description: 'The signed document' },
        bytes: signed.pdf,
      },
    ],
  }
}

const json = (name: string, description: string, data: string): Attachment => ({
  ...{ name, mimeType: 'application/json', description },
  bytes: Buffer.from(data, 'utf8'),
})

const png = (bytes: Buffer): Attachment => ({
  ...{ name: 'signature.png', mimeType: 'image/png', description: 'The signature' },
  bytes,
})
