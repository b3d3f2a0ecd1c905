import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core'
import { srgbProfile } from './srgb-profile.ts'

type Facts = { title: string; author: string; at: number }

const name = (value: string) => PdfName.of(value)
const text = (value: string) => PdfString.fromString(value)

/** Gives a PDF what PDF/A-3 asks for beside its pages: version, metadata and what its colours mean. */
export function dressAsPdfA(pdf: PDF, facts: Facts): void {
  const title = printable(facts.title)
  const author = printable(facts.author)
  const date = new Date(facts.at)
  pdf.upgradeVersion('1.7')
  pdf.setMetadata({ title, author, creator: 'Countersign', producer: 'Countersign' })
  pdf.setMetadata({ creationDate: date, modificationDate: date })
  const catalog = pdf.getCatalog()
  const metadata = Buffer.from(xmp(title, author, facts.at))
  catalog.set(
    'Metadata',
    pdf.register(PdfStream.fromDict({ Type: name('Metadata'), Subtype: name('XML') }, metadata)),
  )
  const profile = PdfStream.fromDict({ N: PdfNumber.of(3) }, srgbProfile())
  const intent = PdfDict.of({
    Type: name('OutputIntent'),
    S: name('GTS_PDFA1'),
    OutputConditionIdentifier: text('sRGB'),
    Info: text('sRGB'),
    DestOutputProfile: pdf.register(profile),
  })
  catalog.set('OutputIntents', PdfArray.of(pdf.register(intent)))
}

/** Neither XML nor a certificate takes control characters or half a surrogate pair. */
export const printable = (value: string) => value.replace(/[\p{Cc}\p{Cs}\u{FFFE}\u{FFFF}]+/gu, ' ')

/** The metadata repeat the document information word for word, as PDF/A demands. */
function xmp(title: string, author: string, at: number): string {
  const date = `${new Date(at).toISOString().slice(0, 19)}Z`
  return `<?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about=""
 xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/"
 xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"
 xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<pdfaid:part>3</pdfaid:part>
<pdfaid:conformance>B</pdfaid:conformance>
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${inXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${inXml(author)}</rdf:li></rdf:Seq></dc:creator>
<pdf:Producer>Countersign</pdf:Producer>
<xmp:CreatorTool>Countersign</xmp:CreatorTool>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

const inXml = (value: string) => value.replace(/[&<>]/g, (letter) => `&#${letter.codePointAt(0)};`)
