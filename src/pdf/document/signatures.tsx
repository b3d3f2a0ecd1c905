import { Image, Text, View } from '@react-pdf/renderer'
import type { ApplicationSheet, SheetRow, SheetSignature } from '#src/pdf/application-sheet.ts'
import { each } from './each.ts'
import { Lines } from './lines.tsx'
import { Heading } from './sections.tsx'
import { styles } from './styles.ts'

type SignaturesProps = Pick<ApplicationSheet, 'signatures' | 'terms'>

/** The signatures side by side, and the terms that stood beside them. */
export function Signatures({ signatures, terms }: SignaturesProps) {
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
      {each(lines, Line)}
    </View>
  )
}

function Line({ label, value }: SheetRow) {
  return (
    <View style={styles.signatureLine}>
      <Text style={styles.signatureLabel}>{label}</Text>
      <View style={styles.signatureValue}>
        <Lines text={value} />
      </View>
    </View>
  )
}
