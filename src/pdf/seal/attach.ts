import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { deflate } from 'node:zlib'
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import type { Attachment } from './sealed-pdf.ts'

const name = (value: string) => PdfName.of(value)
const text = (value: string) => PdfString.fromString(value)

/** Puts files into a PDF as PDF/A-3 asks: in the list of files, and as parts of the document with their relationship. */
export async function attach(pdf: PDF, attachments: Attachment[], at: number): Promise<void> {
  if (attachments.length === 0) return
  const inOrder = attachments.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const files = new PdfArray()
  const tree = new PdfArray()
  for (const attachment of inOrder) {
    const file = pdf.register(await fileOf(pdf, attachment, at))
    files.push(file)
    tree.push(text(attachment.name), file)
  }
  const catalog = pdf.getCatalog()
  const names = catalog.getDict('Names', (ref) => pdf.getObject(ref)) ?? new PdfDict()
  names.set('EmbeddedFiles', pdf.register(PdfDict.of({ Names: tree })))
  catalog.set('Names', names)
  catalog.set('AF', files)
}

async function fileOf(pdf: PDF, attachment: Attachment, at: number): Promise<PdfDict> {
  const { bytes } = attachment
  const params = PdfDict.of({
    Size: PdfNumber.of(bytes.length),
    ModDate: text(pdfDate(at)),
    CheckSum: PdfString.fromBytes(createHash('md5').update(bytes).digest()),
  })
  const packed = await promisify(deflate)(bytes)
  const smaller = packed.length < bytes.length
  const stream = PdfStream.fromDict(
    {
      Type: name('EmbeddedFile'),
      Subtype: name(attachment.mimeType),
      Params: params,
      ...(smaller && { Filter: name('FlateDecode') }),
    },
    smaller ? packed : bytes,
  )
  const file = pdf.register(stream)
  return PdfDict.of({
    Type: name('Filespec'),
    F: text(attachment.name),
    UF: text(attachment.name),
    Desc: text(attachment.description),
    AFRelationship: name(attachment.relationship),
    EF: PdfDict.of({ F: file, UF: file }),
  })
}

/** An instant as PDF writes it, in UTC. */
export const pdfDate = (at: number) =>
  `D:${new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')}Z`
