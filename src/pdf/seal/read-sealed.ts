import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'
import { BrokenSeal } from './broken-seal.ts'

export type SealedAttachment = { name: string; mimeType: string; bytes: Uint8Array }

const mostAttachments = 10
const largestAttachment = 32 * 1024 * 1024

/**
 * Returns the time of signing and the attachments of a PDF whose signature holds. Reads only what `sealPdf` writes: one
 * revision, one signature, files with plain names. Throws `BrokenSeal`, or any error for a damaged file.
 */
export async function readSealed(
  file: Buffer,
): Promise<{ at: number; attachments: SealedAttachment[] }> {
  requireOneRevision(file)
  const pdf = await PDF.load(file, { lenient: false })
  return { at: signedAt(pdf), attachments: await attachmentsOf(pdf) }
}

/** A later revision would lead to an earlier one, and compressed objects could grow without bound. */
function requireOneRevision(file: Buffer): void {
  const end = file.subarray(-40).toString('latin1')
  const offset = Number(/\nstartxref\n(\d{1,10})\n%%EOF\n$/.exec(end)?.[1])
  const table = file.subarray(offset).toString('latin1')
  const [, trailer = ''] = /^xref\n[0-9fn \r\n]+trailer\n(<<.*)$/s.exec(table) ?? []
  if (trailer.length > 1000 || !trailer || /\/(Prev|XRefStm|Encrypt)\b/.test(trailer)) {
    throw new BrokenSeal('The file was not written by this application in one piece.')
  }
}

function signedAt(pdf: PDF): number {
  const at = reader(pdf)
  const fields = at(at(pdf.getCatalog(), 'AcroForm'), 'Fields')
  if (!(fields instanceof PdfArray) || fields.length !== 1) throw severalSeals()
  const field = at(fields, 0)
  const signature = at(field, 'V')
  if (at(field, 'Kids') || !(signature instanceof PdfDict)) throw severalSeals()
  const [, ...parts] =
    /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(signature.getString('M')?.asString() ?? '') ??
    []
  const [year = Number.NaN, month = 0, ...rest] = parts.map(Number)
  return Date.UTC(year, month - 1, ...rest)
}

const severalSeals = () => new BrokenSeal('The document does not carry exactly one seal.')

async function attachmentsOf(pdf: PDF): Promise<SealedAttachment[]> {
  const at = reader(pdf)
  const tree = at(at(pdf.getCatalog(), 'Names'), 'EmbeddedFiles')
  if (!tree) return []
  const names = at(tree, 'Names')
  if (!(names instanceof PdfArray)) throw new BrokenSeal('The attachments cannot be read.')
  if (names.length > 2 * mostAttachments) throw new BrokenSeal('There are too many attachments.')
  const files = Array.from({ length: names.length / 2 }, (_, index) => at(names, 2 * index + 1))
  const attachments: SealedAttachment[] = []
  let room = largestAttachment
  for (const file of files) {
    const attachment = await attachmentOf(pdf, file, room)
    room -= attachment.bytes.length
    attachments.push(attachment)
  }
  return attachments
}

async function attachmentOf(
  pdf: PDF,
  file: PdfObject | undefined,
  room: number,
): Promise<SealedAttachment> {
  const at = reader(pdf)
  const stream = at(at(file, 'EF'), 'F')
  const name = file instanceof PdfDict ? file.getString('UF')?.asString() : undefined
  if (!(stream instanceof PdfStream) || !name || !/^[\w-]+(\.[\w-]+)*$/.test(name)) {
    throw new BrokenSeal('An attachment has no plain file name.')
  }
  const filter = stream.get('Filter')
  const bytes = filter ? await inflated(filter, stream.data, room) : stream.data
  if (bytes.length > room) throw tooLarge()
  return { name, mimeType: stream.getName('Subtype')?.value ?? '', bytes }
}

async function inflated(filter: PdfObject, data: Uint8Array, room: number): Promise<Uint8Array> {
  if (!(filter instanceof PdfName) || filter.value !== 'FlateDecode') {
    throw new BrokenSeal('An attachment is packed in an unknown way.')
  }
  return await promisify<Uint8Array, object, Buffer>(inflate)(data, {
    maxOutputLength: room,
  }).catch(() => {
    throw tooLarge()
  })
}

const tooLarge = () => new BrokenSeal('The attachments are damaged or larger than 32 MB.')

/** Reads an entry of a dictionary or an item of a list, through a reference if there is one. */
const reader = (pdf: PDF) => (from: PdfObject | undefined, key: string | number) => {
  const found =
    from instanceof PdfDict
      ? from.get(String(key))
      : from instanceof PdfArray
        ? from.at(Number(key))
        : undefined
  return found instanceof PdfRef ? (pdf.getObject(found) ?? undefined) : found
}
