import { Document, Image, Page, Text, type TextProps, View } from '@react-pdf/renderer'
import { createContext, type ReactNode, useContext } from 'react'
import type {
  ApplicationSheet,
  SheetAmendment,
  SheetDirector,
  SheetRow,
  SheetSection,
  SheetSignature,
} from '#src/pdf/application-sheet.ts'
import { Certificate } from './certificate.tsx'
import { each, eachText, type Kept, keep, lastTogether } from './each.ts'
import { halfColumn, type PrintedSheet, wideColumn } from './printable-sheet.ts'
import { styles } from './styles.ts'
import type { Tag } from './tagged-pdf.tsx'

/** Expects a printable sheet. No text in it is ever used as the address of a picture. */
export function ApplicationDocument({ sheet }: { sheet: PrintedSheet }) {
  const { company, sections, certificate } = sheet
  const last = sections.at(-1)
  return (
    <Document>
      <Page
        size="A4"
        style={styles.page}
        bookmark={sheet.outline.heading}
        layout={(page) => <Sides sheet={sheet} {...page} />}
      >
        <HeadingColour value={company.headings}>
          <Masthead sheet={sheet} />
          {each(sections.slice(0, -1), Section)}
          {last && <Section {...last} signatures={<Signatures sheet={sheet} />} />}
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
  // screen readers read this once, not on every page
  const tagOnce: { tag?: Tag } = pageNumber === 1 ? { tag: { type: 'P' } } : {}
  return (
    <>
      <View style={styles.pageHead}>
        <Text style={styles.pageHeadText}>{sheet.title}</Text>
        <Text>{`Reference ${sheet.id}`}</Text>
      </View>
      {sheet.draft && (
        <Text style={styles.draft} {...tagOnce}>
          DRAFT - NOT SIGNED
        </Text>
      )}
      {sheet.notice && (
        <Text style={styles.notice} {...tagOnce}>
          {sheet.notice}
        </Text>
      )}
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
          <Text
            style={headings ? [styles.company, { color: headings }] : styles.company}
            tag={{ type: 'P' }}
          >
            {`${name} · ${sheet.kind}`}
          </Text>
          {details && (
            <Text style={styles.companyDetails} {...wideColumn} tag={{ type: 'P' }}>
              {details.replace(/(\w+) number: /g, '$1\u00a0number:\u00a0')}
            </Text>
          )}
          <Text style={styles.title} tag={{ type: 'H1' }}>
            {sheet.title}
          </Text>
        </View>
        {logo && <Image style={styles.logo} src={Buffer.from(logo, 'base64')} />}
      </View>
      <View style={accent ? [styles.plate, { borderTopColor: accent }] : styles.plate}>
        <PlateCell label="Reference" value={sheet.id} />
        <PlateCell label="Status" value={sheet.status} />
        <PlateCell label="Submitted" value={sheet.submittedAt ?? 'Not submitted'} last />
      </View>
      {sheet.lacking && (
        <Text style={styles.lacking} tag={{ type: 'P' }}>
          {sheet.lacking}
        </Text>
      )}
    </View>
  )
}

type PlateCellProps = { label: string; value: string; last?: boolean }

function PlateCell({ label, value, last = false }: PlateCellProps) {
  return (
    <View style={last ? styles.plateCellLast : styles.plateCell} tag={{ type: 'P' }}>
      <Text style={styles.plateLabel}>{label}</Text>
      <Text style={styles.plateValue}>{value}</Text>
    </View>
  )
}

/** Keeps the last short rows together with the signatures, so that no page contains a signature alone. */
function Section({
  title,
  rows,
  directors,
  signatures,
}: SheetSection & { signatures?: ReactNode }) {
  const [tall, short] = [
    rows.filter(({ value }) => isTall(value, 4)),
    rows.filter(({ value }) => !isTall(value, 4)),
  ]
  const ordered = signatures ? [...tall, ...short] : rows
  const cut = signatures ? rows.length - Math.min(short.length, lastTogether) : rows.length
  const spacedRows = ordered.map((row, at) => ({
    ...row,
    keep: keep(rows, at, isTall(ordered[at + 1]?.value ?? '')),
  }))
  const section: Tag = { type: 'Sect' }
  const table: Tag = { type: 'Table', within: section }
  return (
    <View style={styles.section}>
      <Heading text={title} section={section} />
      <Rows rows={spacedRows.slice(0, cut)} table={table} {...(directors && { directors })} />
      {signatures && (
        <View wrap={false}>
          <Rows rows={spacedRows.slice(cut)} table={table} />
          {signatures}
        </View>
      )}
    </View>
  )
}

type InTable = { table: Tag }
type RowsProps = { rows: RowProps[] } & Pick<SheetSection, 'directors'> & InTable

const Rows = ({ rows, directors, table }: RowsProps) => (
  <>
    {each(rows, (row) => (
      <Row {...row} table={table} />
    ))}
    {each(
      (directors ?? []).map((director, at, all) => ({ ...director, keep: keep(all, at) })),
      (director) => (
        <Director {...director} table={table} />
      ),
    )}
    {directors?.length === 0 && (
      <Text style={styles.quiet} tag={{ type: 'P', within: table.within }}>
        No directors information available
      </Text>
    )}
  </>
)

function Heading({ text, section }: { text: string; section?: Tag }) {
  const color = useContext(HeadingColour)
  return (
    <Text
      style={color ? [styles.heading, { color }] : styles.heading}
      minPresenceAhead={30}
      bookmark={text}
      tag={{ type: 'H2', within: section }}
    >
      {text}
    </Text>
  )
}

type RowProps = SheetRow & Kept

// the bar in the margin marks a change as in a revised manual; the words are for those who only read the text
function Row({ label, value, changedSinceSigning, keep, table }: RowProps & InTable) {
  return (
    <View
      style={changedSinceSigning ? [styles.row, styles.rowChanged] : styles.row}
      wrap={isTall(value)}
      {...keep}
      tag={{ type: 'TR', within: table }}
    >
      <Text style={styles.label} tag={{ type: 'TH', scope: 'Row' }}>
        {label}
      </Text>
      <View style={styles.value} tag={{ type: 'TD' }}>
        <Lines text={value} {...wideColumn} />
        {changedSinceSigning && <Text style={styles.changedNote}>Changed since signing</Text>}
      </View>
    </View>
  )
}

function Director({ name, position, change, keep, table }: SheetDirector & Kept & InTable) {
  return (
    <View
      style={change ? [styles.row, styles.rowChanged] : styles.row}
      wrap={isTall(name + position)}
      {...keep}
      tag={{ type: 'TR', within: table }}
    >
      <View style={styles.half} tag={{ type: 'TH', scope: 'Row' }}>
        <Text {...halfColumn}>{name}</Text>
        {change && <Text style={styles.changedNote}>{change}</Text>}
      </View>
      <Text style={styles.half} {...halfColumn} tag={{ type: 'TD' }}>
        {position}
      </Text>
    </View>
  )
}

const isTall = (value: string, lines = 8) =>
  value.length > lines * 75 || value.split('\n').length > lines

function Signatures({ sheet: { signatures, consent, terms } }: { sheet: ApplicationSheet }) {
  const alone = signatures.length === 1
  const tagged = signatures.map((signature) => {
    const tag: Tag = { type: 'Sect' }
    return { ...signature, alone, tag }
  })
  return (
    <View style={styles.section} tag={{ type: 'Sect' }}>
      <Heading text="Signatures" />
      {signatures.length === 0 && (
        <Text style={styles.quiet} tag={{ type: 'P' }}>
          Not signed
        </Text>
      )}
      {consent && (
        <Text style={styles.consent} tag={{ type: 'P' }}>
          {`The customer signed next to these words: ${consent}`}
        </Text>
      )}
      {terms && (
        <View style={styles.terms} tag={{ type: 'P' }}>
          <Text>{`Supplier terms, version ${terms.version}`}</Text>
          <Text style={styles.hash}>{`SHA-256 ${terms.hash}`}</Text>
        </View>
      )}
      <View style={styles.captions}>{each(tagged, Caption)}</View>
      <View style={styles.signatures}>{each(tagged, Signature)}</View>
    </View>
  )
}

type SignatureProps = SheetSignature & { alone: boolean; tag: Tag }

/** Captions are in a row of their own, so that the frames below are level. */
const Caption = ({ caption, tag }: SignatureProps) => (
  <Text style={styles.signatureCaption} tag={{ type: 'H3', within: tag }}>
    {caption}
  </Text>
)

function Signature({ caption, drawn, lines, alone, tag }: SignatureProps) {
  return (
    <View style={alone ? styles.signatureAlone : styles.signature} tag={tag}>
      <View style={styles.signatureFrame}>
        {'png' in drawn ? (
          <Image
            style={styles.signatureImage}
            src={{ data: Buffer.from(drawn.png, 'base64'), format: 'png' }}
            tag={{
              type: 'Figure',
              alt: `Signature ${caption.toLowerCase()[0]}${caption.slice(1)}`,
            }}
          />
        ) : (
          <Text style={styles.unsigned} tag={{ type: 'P' }}>
            {drawn.without}
          </Text>
        )}
      </View>
      <View style={styles.signature} tag={{ type: 'Table' }}>
        {each(lines, SignatureLine)}
      </View>
    </View>
  )
}

function SignatureLine({ label, value }: SheetRow) {
  return (
    <View style={styles.signatureLine} tag={{ type: 'TR' }}>
      <Text style={styles.signatureLabel} tag={{ type: 'TH', scope: 'Row' }}>
        {label}
      </Text>
      <View style={styles.signatureValue} tag={{ type: 'TD' }}>
        <Lines text={value} />
      </View>
    </View>
  )
}

function Amendments({ sheet }: { sheet: ApplicationSheet }) {
  const { amendmentsTitle, amendments, earlierAmendments } = sheet
  if (amendments.length === 0) return null
  return (
    <View style={styles.section} tag={{ type: 'Sect' }}>
      <Heading text={amendmentsTitle} />
      {earlierAmendments > 0 && <NotShown count={earlierAmendments} />}
      {each(
        amendments.map((amendment, at) => ({ ...amendment, keep: keep(amendments, at) })),
        Amendment,
      )}
    </View>
  )
}

const NotShown = ({ count }: { count: number }) => (
  <Text style={styles.quiet} tag={{ type: 'P' }}>
    {`${count} earlier, not shown`}
  </Text>
)

// values are printed one below the other, because columns that continue on the next page look alike
function Amendment({ by, field, before, after, keep }: SheetAmendment & Kept) {
  return (
    <View style={styles.amendment} wrap={isTall(`${before}\n${after}`)} {...keep}>
      <View style={styles.amendmentHead} minPresenceAhead={40}>
        <Text style={styles.amendmentField} tag={{ type: 'H3' }}>
          {field}
        </Text>
        <View style={styles.amendmentBy} tag={{ type: 'P' }}>
          <Lines text={by} />
        </View>
      </View>
      <View tag={{ type: 'Table' }}>
        <AmendedValue label="Before" value={before} />
        <AmendedValue label="After" value={after} />
      </View>
    </View>
  )
}

const AmendedValue = ({ label, value }: { label: string; value: string }) => (
  <View style={styles.pair} wrap={isTall(value)} tag={{ type: 'TR' }}>
    <Text style={styles.label} tag={{ type: 'TH', scope: 'Row' }}>
      {label}
    </Text>
    <View style={styles.value} tag={{ type: 'TD' }}>
      <Lines text={value} {...wideColumn} />
    </View>
  </View>
)

/**
 * Prints each line as its own text, because the fonts have no line feed and the library would use a font that is not
 * embedded.
 */
const Lines = ({ text, ...props }: { text: string } & TextProps) =>
  eachText(
    text.split('\n').map((line) => line || ' '),
    props,
  )
