import { Document, Image, Page, Text, View } from '@react-pdf/renderer'
import type { ReactNode } from 'react'
import { type ApplicationSheet, documentTitle } from '#src/pdf/application-sheet.ts'
import { Amendments } from './amendments.tsx'
import { Certificate } from './certificate.tsx'
import { each } from './each.ts'
import { Directors, HeadingColour, Section } from './sections.tsx'
import { Signatures } from './signatures.tsx'
import { styles } from './styles.ts'

/**
 * The A4 document of one application (rule 151). Takes a printable sheet; pictures are bytes, and no
 * text of the sheet becomes an address.
 */
export function ApplicationDocument({ sheet }: { sheet: ApplicationSheet }) {
  const { company, evidence, amendments, certificate } = sheet
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
          <Signatures signatures={sheet.signatures} terms={sheet.terms} />
          {evidence.length > 0 && <Section title="Signing evidence" rows={evidence} together />}
          {amendments.length > 0 && (
            <Amendments title={sheet.amendmentsTitle} amendments={amendments} own={!certificate} />
          )}
          {certificate && <Certificate certificate={certificate} />}
        </HeadingColour>
      </Page>
    </Document>
  )
}

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
  const { accent, headings, logo } = sheet.company
  return (
    <View>
      <View style={styles.masthead}>
        <View style={styles.mastheadText}>
          <Text
            style={headings ? [styles.company, { color: headings }] : styles.company}
          >{`${sheet.company.name} · ${sheet.kind}`}</Text>
          {sheet.company.details && (
            <Text style={styles.companyDetails}>{sheet.company.details}</Text>
          )}
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
