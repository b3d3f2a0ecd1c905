import { printableSheet } from '#src/pdf/document/printable-sheet.ts'
import { drawDocument } from '#src/pdf/document/tagged-pdf.tsx'
import { loadFonts } from '#src/pdf/fonts/fonts.ts'
import { makeSealKey, type SealKey } from '#src/pdf/seal/seal-key.ts'
import { type Attachment, sealPdf } from '#src/pdf/seal/seal-pdf.ts'
import { sampleSheet, signatureImage } from './sheets.ts'

export const sealedAt = Date.UTC(2026, 9, 14, 9, 42, 7)
export const company = 'Żółć & "Sons" (UK), Ltd + Co'

/** The document of a full application as the document process makes it. */
export async function samplePdf(): Promise<Uint8Array> {
  const hasGlyph = await loadFonts()
  return drawDocument(printableSheet(sampleSheet(), hasGlyph))
}

export const sampleKey = async (name = company) => (await makeSealKey(name, sealedAt)).key

export function sampleAttachments(): Attachment[] {
  const png = signatureImage
  const json = JSON.stringify({ application: '7K3M-Q9TX-2VHD', answers: 'Żółć '.repeat(200) })
  const image = { name: 'signature.png', mimeType: 'image/png', description: 'The signature' }
  return [
    { ...image, bytes: png },
    {
      name: 'application.json',
      mimeType: 'application/json',
      description: 'The data that was signed',
      bytes: Buffer.from(json),
    },
  ]
}

/** Seals a PDF with the samples above; parts can be replaced. */
export function sealSample(
  pdf: Uint8Array,
  key: SealKey,
  parts: Partial<Parameters<typeof sealPdf>[1]> = {},
) {
  return sealPdf(pdf, {
    attachments: sampleAttachments(),
    at: sealedAt,
    key,
    timestampUrl: null,
    ...parts,
  })
}
