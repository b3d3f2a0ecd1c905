import { type PDF, PdfArray, PdfDict, type PdfName, PdfRef, PdfStream } from '@libpdf/core'

/**
 * Takes fonts that are not embedded out of a document, which PDF/A demands. The renderer selects Helvetica at line breaks
 * without showing a letter in it; there an embedded font takes its place.
 */
export function dropUnusedFonts(pdf: PDF): void {
  for (const page of pdf.getPages()) {
    const resources = page.dict.getDict('Resources', (ref) => pdf.getObject(ref))
    const fonts = resources?.getDict('Font', (ref) => pdf.getObject(ref))
    const all = [...(fonts ?? [])]
    const [, embedded] = all.find(([, font]) => isEmbedded(pdf, font)) ?? []
    const missing = all.filter(([, font]) => !isEmbedded(pdf, font))
    if (!fonts || !embedded || missing.length === 0) continue
    const content = contentOf(pdf, page.dict)
    for (const [name] of missing) if (!showsText(content, name)) fonts.set(name, embedded)
  }
}

/** The standard fonts, which readers bring along, have no description of their own. */
function isEmbedded(pdf: PDF, font: unknown): boolean {
  const dict = font instanceof PdfRef ? pdf.getObject(font) : font
  return !(dict instanceof PdfDict) || dict.has('FontDescriptor') || dict.has('DescendantFonts')
}

function contentOf(pdf: PDF, page: PdfDict): string {
  const contents = page.get('Contents', (ref) => pdf.getObject(ref))
  const streams = contents instanceof PdfArray ? contents.toArray() : [contents]
  return streams
    .map((stream) => (stream instanceof PdfRef ? pdf.getObject(stream) : stream))
    .map((stream) => (stream instanceof PdfStream ? stream.getDecodedData() : []))
    .map((bytes) => Buffer.from(bytes).toString('latin1'))
    .join('\n')
}

/** Whether anything but the end of the text follows where the font is selected. */
const showsText = (content: string, { value }: PdfName) =>
  new RegExp(`/${value} [\\d.]+ Tf\\s+(?!ET\\b)`).test(content)
