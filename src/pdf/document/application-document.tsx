import { Document, Image, Page, Text, View } from '@react-pdf/renderer'
import { createContext, type ReactNode, useContext } from 'react'
import {
  type ApplicationSheet,
  documentTitle,
  type SheetAmendment,
  type SheetDirector,
  type SheetRow,
  type SheetSection,
  type SheetSignature,
} from '#src/pdf/application-sheet.ts'
import { Certificate } from './certificate.tsx'
import { each, eachText } from './each.ts'
import { styles } from './styles.ts'

/** Takes a printable sheet; no text of it becomes an address of a picture. */
export function ApplicationDocument({ sheet }: { sheet: ApplicationSheet }) {
  const { company, evidence, certificate } = sheet
  return (
    <Document
      title={documentTitle(sheet)}
      author={company.name}
      creator="Countersign"
      producer="Countersign"
      pdfVersion="1.7"
      language={sheet.locale}
    >
      <Page
        size="A4"
        style={styles.page}
        bookmark={sheet.title}
        layout={(page) => <Sides sheet={sheet} {...page} />}
      >
        <HeadingColour value={company.headings}>
          <Masthead sheet={sheet} />
          {each(sheet.sections, Section)}
          <Directors directors={sheet.directors} />
          <Signatures sheet={sheet} />
          {evidence.length > 0 && <Section title="Signing evidence" rows={evidence} together />}
          <Amendments sheet={sheet} />
          {certificate && <Certificate certificate={certificate} />}
        </HeadingColour>
      </Page>
    </Document>
  )
}

const HeadingColour = createContext<string | null>(null)

type SidesProps = {
  sheet: ApplicationSheet
  children: ReactNode
  pageNumber?: number
  totalPages?: number
}

function Sides({ sheet, children, pageNumber = 1, totalPages = 1 }: SidesProps) {
  return (
    <>
      <View style={styles.pageHead}>
        <Text style={styles.pageHeadText}>{sheet.title}</Text>
        <Text>{`Reference ${sheet.id}`}</Text>
      </View>
      {sheet.draft && <Text style={styles.draft}>DRAFT - NOT SIGNED</Text>}
      {sheet.notice && <Text style={styles.notice}>{sheet.notice}</Text>}
      <View style={styles.flow}>{children}</View>
      <View style={styles.pageFoot}>
        <Text style={styles.pageHeadText}>
          {`${sheet.company.name}, ${sheet.company.salesEmail}`}
        </Text>
        <Text>{`Page ${pageNumber} of ${totalPages}`}</Text>
      </View>
    </>
  )
}

function Masthead({ sheet }: { sheet: ApplicationSheet }) {
  const { accent, headings, logo, name, details } = sheet.company
  return (
    <View>
      <View style={styles.masthead}>
        <View style={styles.mastheadText}>
          <Text style={headings ? [styles.company, { color: headings }] : styles.company}>
            {`${name} · ${sheet.kind}`}
          </Text>
          {details && <Text style={styles.companyDetails}>{details}</Text>}
          <Text style={styles.title}>{sheet.title}</Text>
        </View>
        {logo && <Image style={styles.logo} src={Buffer.from(logo, 'base64')} />}
      </View>
      <View style={accent ? [styles.plate, { borderTopColor: accent }] : styles.plate}>
        <PlateCell label="Reference" value={sheet.id} />
        <PlateCell label="Status" value={sheet.status} />
        <PlateCell label="Submitted" value={sheet.submittedAt ?? 'Not submitted'} last />
      </View>
    </View>
  )
}

type PlateCellProps = { label: string; value: string; last?: boolean }

function PlateCell({ label, value, last = false }: PlateCellProps) {
  return (
    <View style={last ? styles.plateCellLast : styles.plateCell}>
      <Text style={styles.plateLabel}>{label}</Text>
      <Text style={styles.plateValue}>{value}</Text>
    </View>
  )
}

function Section({ title, rows, together = false }: SheetSection & { together?: boolean }) {
  const cut = !together || rows.length > 8 || rows.some(({ value }) => isTall(value))
  return (
    <View style={styles.section} bookmark={title} wrap={cut}>
      <Heading text={title} />
      {each(rows, Row)}
    </View>
  )
}

function Heading({ text }: { text: string }) {
  const color = useContext(HeadingColour)
  return (
    <Text style={color ? [styles.heading, { color }] : styles.heading} minPresenceAhead={48}>
      {text}
    </Text>
  )
}

// the bar in the margin is how a revised manual marks what changed; the words are for readers of the text alone
function Row({ label, value, changedSinceSigning }: SheetRow) {
  return (
    <View
      style={changedSinceSigning ? [styles.row, styles.rowChanged] : styles.row}
      wrap={isTall(value)}
    >
      <Text style={styles.label}>{label}</Text>
      <View style={styles.value}>
        <Lines text={value} />
        {changedSinceSigning && <Text style={styles.changedNote}>Changed since signing</Text>}
      </View>
    </View>
  )
}

function Directors({ directors }: { directors: SheetDirector[] }) {
  return (
    <View style={styles.section} bookmark="Directors">
      <Heading text="Directors" />
      {directors.length === 0 && (
        <Text style={styles.quiet}>No directors information available</Text>
      )}
      {each(directors, Director)}
    </View>
  )
}

function Director({ name, position, change }: SheetDirector) {
  return (
    <View
      style={change ? [styles.row, styles.rowChanged] : styles.row}
      wrap={isTall(name + position)}
    >
      <View style={styles.half}>
        <Text>{name}</Text>
        {change && <Text style={styles.changedNote}>{change}</Text>}
      </View>
      <Text style={styles.half}>{position}</Text>
    </View>
  )
}

/** A row in one piece leaves no sliver of its padding on the next page; a tall one may be cut. */
const isTall = (value: string) => value.length > 600 || value.split('\n').length > 8

function Signatures({ sheet: { signatures, terms } }: { sheet: ApplicationSheet }) {
  return (
    <View style={styles.section} bookmark="Signatures">
      <Heading text="Signatures" />
      {signatures.length === 0 && <Text style={styles.quiet}>Not signed</Text>}
      <View style={styles.signatures}>{each(signatures, Signature)}</View>
      {terms && (
        <View style={styles.terms}>
          <Text>{`Supplier terms, version ${terms.version}`}</Text>
          <Text style={styles.hash}>{`SHA-256 ${terms.hash}`}</Text>
        </View>
      )}
    </View>
  )
}

function Signature({ caption, png, lines }: SheetSignature) {
  return (
    <View style={styles.signature} wrap={false}>
      <Text style={styles.signatureCaption}>{caption}</Text>
      <View style={styles.signatureFrame}>
        <Image style={styles.signatureImage} src={Buffer.from(png, 'base64')} />
      </View>
      {each(lines, SignatureLine)}
    </View>
  )
}

function SignatureLine({ label, value }: SheetRow) {
  return (
    <View style={styles.signatureLine}>
      <Text style={styles.signatureLabel}>{label}</Text>
      <View style={styles.signatureValue}>
        <Lines text={value} />
      </View>
    </View>
  )
}

function Amendments({ sheet }: { sheet: ApplicationSheet }) {
  const { amendmentsTitle, amendments, earlierAmendments, certificate } = sheet
  if (amendments.length === 0) return null
  return (
    <View style={styles.section} break={!certificate} bookmark={amendmentsTitle}>
      <Heading text={amendmentsTitle} />
      {earlierAmendments > 0 && (
        <Text style={styles.quiet}>{`${earlierAmendments} earlier, not shown`}</Text>
      )}
      {each(amendments, Amendment)}
    </View>
  )
}

// the values one below the other: of two columns, the one that goes on overleaf could not be told
function Amendment({ at, by, field, before, after }: SheetAmendment) {
  return (
    <View style={styles.amendment}>
      <View style={styles.amendmentHead} minPresenceAhead={40}>
        <Text style={styles.amendmentField}>{field}</Text>
        <Text style={styles.amendmentBy}>{[at, by].filter(Boolean).join(', ')}</Text>
      </View>
      <AmendedValue label="Before" value={before} />
      <AmendedValue label="After" value={after} />
    </View>
  )
}

const AmendedValue = ({ label, value }: { label: string; value: string }) => (
  <View style={styles.pair}>
    <Text style={styles.label}>{label}</Text>
    <View style={styles.value}>
      <Lines text={value} />
    </View>
  </View>
)

/** The fonts have no line feed: the library would draw it in one that is not embedded. */
const Lines = ({ text }: { text: string }) => eachText(text.split('\n').map((line) => line || ' '))
