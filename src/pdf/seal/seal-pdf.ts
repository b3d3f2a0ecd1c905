import { createHash } from 'node:crypto'
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfString } from '@libpdf/core'
import { attach, pdfDate } from './attach.ts'
import { assembleCms, signDigest } from './cms.ts'
import { dressAsPdfA, printable } from './pdf-a.ts'
import { certificatesOf } from './seal-key.ts'
import type { Attachment, SealedPdf, SealKey } from './sealed-pdf.ts'
import { largestToken, requestTimestamp } from './timestamp.ts'

type Seal = {
  title: string
  /** The company that seals. */
  author: string
  attachments: Attachment[]
  /** The time of signing in UTC milliseconds. */
  at: number
  key: SealKey
  timestampUrl: string | null
}

/**
 * Returns a PDF as PDF/A-3 with its attachments, sealed by one PAdES signature over the whole file: B-B, or B-T with a
 * timestamp authority. Throws when the authority does not deliver.
 */
export async function sealPdf(bytes: Uint8Array, seal: Seal): Promise<SealedPdf> {
  const [own, ...issuers] = certificatesOf(seal.key.pem)
  if (!own) throw new Error('The key has no certificate')
  const { timestampUrl } = seal
  const pdf = await PDF.load(bytes)
  dressAsPdfA(pdf, seal)
  await attach(pdf, seal.attachments, seal.at)
  const chain = [own, ...issuers].reduce((sum, { raw }) => sum + raw.length, 0)
  addSignature(pdf, seal, chain + 1536 + (timestampUrl ? largestToken : 0))
  const file = Buffer.from(await pdf.save({ compressStreams: false }))
  const { before, hex, after } = fillByteRange(file)
  const digest = createHash('sha256').update(before).update(after).digest()
  const signature = await signDigest(digest, own, seal.key.privateKey)
  const timestamp = timestampUrl ? await requestTimestamp(timestampUrl, signature) : null
  const timestampToken = timestamp?.token ?? null
  const cms = assembleCms({ digest, own, issuers, signature, timestampToken })
  if (2 * cms.length > hex.length) throw new Error('The signature is too large for its place')
  hex.write(Buffer.from(cms).toString('hex'), 'latin1')
  return { bytes: file, timestampedAt: timestamp?.at ?? null }
}

const name = (value: string) => PdfName.of(value)
const text = (value: string) => PdfString.fromString(value)
const unknown = PdfNumber.of(9_999_999_999)

/** An invisible field on the first page, and the promise that no change is allowed after it. */
function addSignature(pdf: PDF, seal: Seal, size: number): void {
  const author = printable(seal.author)
  const permissions = PdfDict.of({
    Type: name('TransformParams'),
    P: PdfNumber.of(1),
    V: name('1.2'),
  })
  const reference = PdfDict.of({
    Type: name('SigRef'),
    TransformMethod: name('DocMDP'),
    TransformParams: permissions,
  })
  const signature = pdf.register(
    PdfDict.of({
      Type: name('Sig'),
      Filter: name('Adobe.PPKLite'),
      SubFilter: name('ETSI.CAdES.detached'),
      Name: text(author),
      Reason: text(`Sealed by ${author}`),
      M: text(pdfDate(seal.at)),
      Reference: PdfArray.of(reference),
      ByteRange: PdfArray.of(PdfNumber.of(0), unknown, unknown, unknown),
      Contents: PdfString.fromBytes(new Uint8Array(size)),
    }),
  )
  const [page] = pdf.getPages()
  if (!page) throw new Error('A document without a page cannot be sealed')
  const field = pdf.register(
    PdfDict.of({
      Type: name('Annot'),
      Subtype: name('Widget'),
      FT: name('Sig'),
      T: text('Seal'),
      F: PdfNumber.of(132),
      Rect: PdfArray.of(...[0, 0, 0, 0].map((side) => PdfNumber.of(side))),
      P: page.ref,
      V: signature,
    }),
  )
  const annotations = page.dict.getArray('Annots', (ref) => pdf.getObject(ref))?.toArray() ?? []
  page.dict.set('Annots', PdfArray.of(...annotations, field))
  const catalog = pdf.getCatalog()
  const form = PdfDict.of({ Fields: PdfArray.of(field), SigFlags: PdfNumber.of(3) })
  catalog.set('AcroForm', pdf.register(form))
  catalog.set('Perms', PdfDict.of({ DocMDP: signature }))
}

/** Writes which bytes are signed: all but the signature's own text between `<` and `>`, brackets included. */
function fillByteRange(file: Buffer): { before: Buffer; hex: Buffer; after: Buffer } {
  const place = `[0 ${[unknown, unknown, unknown].map(({ value }) => value).join(' ')}]`
  const range = file.lastIndexOf(place, undefined, 'latin1')
  const start = file.indexOf('<', range, 'latin1')
  const end = file.indexOf('>', start, 'latin1') + 1
  if (range < 0 || start < 0 || end <= start) throw new Error('The signature has no place')
  const numbers = `[0 ${start} ${end} ${file.length - end}]`
  file.write(numbers.padEnd(place.length), range, 'latin1')
  const hex = file.subarray(start + 1, end - 1)
  return { before: file.subarray(0, start), hex, after: file.subarray(end) }
}
