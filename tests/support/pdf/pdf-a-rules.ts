import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef, PdfStream } from '@libpdf/core'

/** Returns which of the rules of ISO 19005-3 (level B) that can be checked without a validator a file breaks. */
export async function brokenPdfARules(bytes: Uint8Array): Promise<string[]> {
  const pdf = await PDF.load(bytes, { lenient: false })
  const file = Buffer.from(bytes).toString('latin1')
  const found = everyDict(pdf)
  const of = (type: string) => found.filter((dict) => dict.getName('Type')?.value === type)
  const catalog = pdf.getCatalog()
  const at = (dict: PdfDict | undefined, key: string) => dict?.get(key, (ref) => pdf.getObject(ref))
  const dictAt = (dict: PdfDict | undefined, key: string) => {
    const value = at(dict, key)
    return value instanceof PdfDict ? value : undefined
  }
  const used = usedFonts(pdf)
  const metadata = at(catalog, 'Metadata')
  const xmp = metadata instanceof PdfStream ? Buffer.from(metadata.data).toString() : ''
  const actions = ['JavaScript', 'Launch', 'Sound', 'Movie', 'ResetForm', 'ImportData', 'Hide']
  const rules: [string, boolean][] = [
    ['6.1.2 header and four high bytes', /^%PDF-1\.[0-7]\n%[\x80-\xff]{4}\n/.test(file)],
    ['6.1.3 file identifier', /\/ID \[<([0-9A-F]{32})> <[0-9A-F]{32}>\]/.test(file.slice(-300))],
    ['6.1.3 not encrypted', !/\/Encrypt\b/.test(file.slice(-300))],
    ['6.1.3 nothing after the end', file.endsWith('%%EOF\n')],
    ['6.1.7 no stream in another file', found.every((dict) => !hasAny(dict, streamsElsewhere))],
    ['6.1.7 no LZW', !file.includes('/LZWDecode')],
    ['6.1.12 permissions', keysOf(dictAt(catalog, 'Perms')).every((key) => key === 'DocMDP')],
    ['6.2.2 output intent', outputIntent(pdf)],
    ['6.2.4 colours are RGB or grey', !/\/(DeviceCMYK|CalRGB|Separation|Lab)\b/.test(file)],
    ['6.2.5 no transfer functions', of('ExtGState').every((dict) => !hasAny(dict, transfers))],
    ['6.2.8 no alternate images', found.every((dict) => !hasAny(dict, ['Alternates', 'OPI']))],
    ['6.2.11 fonts are embedded', used.length > 0 && used.every((font) => isEmbedded(pdf, font))],
    ['6.2.11 glyphs are found', used.every((font) => isIdentity(pdf, font))],
    ['6.3 annotations are shown and printed', of('Annot').every((dict) => isPrinted(dict))],
    ['6.4.1 no NeedAppearances', !at(dictAt(catalog, 'AcroForm'), 'NeedAppearances')],
    ['6.5 no actions', found.every((dict) => !actions.includes(dict.getName('S')?.value ?? ''))],
    ['6.5 no additional actions', found.every((dict) => !dict.has('AA'))],
    ['6.6.2 metadata', /<pdfaid:part>3<\/pdfaid:part>\n<pdfaid:conformance>B</.test(xmp)],
    ['6.6.2 metadata are plain', metadata instanceof PdfStream && !metadata.has('Filter')],
    ['6.6.3 metadata repeat the information', repeats(pdf, xmp)],
    ['6.8 files', of('Filespec').every((dict) => isFile(pdf, dict))],
    ['6.8 files belong to the document', at(catalog, 'AF') instanceof PdfArray],
    ['6.9 no layers', !catalog.has('OCProperties')],
    ['6.10 no alternate presentations', !dictAt(catalog, 'Names')?.has('AlternatePresentations')],
    ['6.11 no requirements', !catalog.has('Requirements')],
  ]
  return rules.filter(([, holds]) => !holds).map(([rule]) => rule)
}

const streamsElsewhere = ['FFilter', 'FDecodeParms']
const transfers = ['TR', 'TR2', 'HTP', 'HTO']
const hasAny = (dict: PdfDict, keys: string[]) => keys.some((key) => dict.has(key))
const keysOf = (dict?: PdfDict) => [...(dict?.keys() ?? [])].map(({ value }) => value)

/** Every dictionary that can be reached from the catalog. */
function everyDict(pdf: PDF): PdfDict[] {
  const found: PdfDict[] = []
  const seen = new Set<PdfObject>()
  const walk = (object: PdfObject | null | undefined) => {
    const value = object instanceof PdfRef ? pdf.getObject(object) : object
    if (!value || seen.has(value)) return
    if (value instanceof PdfArray) {
      seen.add(value)
      for (const item of value) walk(item)
    } else if (value instanceof PdfDict) {
      seen.add(value)
      found.push(value)
      for (const [, item] of value) walk(item)
    }
  }
  walk(pdf.getCatalog())
  return found
}

/** The fonts that pages select, whether they show text in them or not. */
function usedFonts(pdf: PDF): PdfDict[] {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  return pdf.getPages().flatMap(({ dict }) => {
    const fonts = dict.getDict('Resources', resolve)?.getDict('Font', resolve)
    return [...(fonts ?? [])].flatMap(([name]) => fonts?.getDict(name.value, resolve) ?? [])
  })
}

function isEmbedded(pdf: PDF, font: PdfDict): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const descendant = font.getArray('DescendantFonts', resolve)?.at(0, resolve)
  const own = descendant instanceof PdfDict ? descendant : font
  const file = own.getDict('FontDescriptor', resolve)?.get('FontFile2', resolve)
  return file instanceof PdfStream && file.getDecodedData().length > 0
}

function isIdentity(pdf: PDF, font: PdfDict): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const descendant = font.getArray('DescendantFonts', resolve)?.at(0, resolve)
  return (
    font.getName('Encoding')?.value === 'Identity-H' &&
    descendant instanceof PdfDict &&
    descendant.getName('CIDToGIDMap')?.value === 'Identity'
  )
}

function outputIntent(pdf: PDF): boolean {
  const resolve = (ref: PdfRef) => pdf.getObject(ref)
  const intents = pdf.getCatalog().getArray('OutputIntents')
  const intent = intents?.at(0, resolve)
  if (intents?.length !== 1 || !(intent instanceof PdfDict)) return false
  const profile = intent.get('DestOutputProfile', resolve)
  if (!(profile instanceof PdfStream) || profile.getNumber('N')?.value !== 3) return false
  const bytes = Buffer.from(profile.getDecodedData())
  const [kind, space] = [bytes.toString('latin1', 12, 16), bytes.toString('latin1', 16, 20)]
  return bytes.readUInt32BE(0) === bytes.length && kind === 'mntr' && space === 'RGB '
}

/** Printed, not hidden; without a picture of its own only when it has no size. */
function isPrinted(annotation: PdfDict): boolean {
  const flags = annotation.getNumber('F')?.value ?? 0
  const sides = annotation.getArray('Rect')?.toArray() ?? []
  const empty = sides.every((side) => 'value' in side && side.value === 0)
  const kind = annotation.getName('Subtype')?.value
  return (flags & 0b100111) === 0b100 && (kind === 'Link' || empty || annotation.has('AP'))
}

function repeats(pdf: PDF, xmp: string): boolean {
  const plain = xmp.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
  const { title, author, producer, creator, creationDate, modificationDate } = pdf.getMetadata()
  const iso = (date?: Date) => `${date?.toISOString().slice(0, 19)}Z`
  return [
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${title}</rdf:li>`,
    `<dc:creator><rdf:Seq><rdf:li>${author}</rdf:li></rdf:Seq>`,
    `<pdf:Producer>${producer}</pdf:Producer>`,
    `<xmp:CreatorTool>${creator}</xmp:CreatorTool>`,
    `<xmp:CreateDate>${iso(creationDate)}</xmp:CreateDate>`,
    `<xmp:ModifyDate>${iso(modificationDate)}</xmp:ModifyDate>`,
  ].every((part) => plain.includes(part))
}

function isFile(pdf: PDF, file: PdfDict): boolean {
  const stream = file.getDict('EF')?.get('F', (ref) => pdf.getObject(ref))
  return (
    ['F', 'UF', 'AFRelationship'].every((key) => file.has(key)) &&
    stream instanceof PdfStream &&
    /^[a-z]+\/[a-z]+$/.test(stream.getName('Subtype')?.value ?? '') &&
    stream.getDict('Params')?.has('ModDate') === true
  )
}
