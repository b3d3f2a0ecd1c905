import { Image, Text, View } from '@react-pdf/renderer'
import type { SheetCertificate, SheetFact, SheetNote } from '#src/pdf/application-sheet.ts'
import { certificateStyles as styles } from './certificate-styles.ts'
import { each, eachText } from './each.ts'
import { SteelRule } from './steel-rule.tsx'

/** The last page of a sealed document: what was recorded, and how to check it. */
export function Certificate({ certificate }: { certificate: SheetCertificate }) {
  const { title, lead, png, facts, lacking, notes } = certificate
  const [check, ...limits] = notes
  return (
    <View break bookmark={title}>
      <SteelRule />
      <View style={styles.head}>
        <View style={styles.headText}>
          <Text style={styles.title}>{title}</Text>
          <Text style={styles.lead}>{lead}</Text>
        </View>
        {png && (
          <View style={styles.plate}>
            <Image style={styles.image} src={Buffer.from(png, 'base64')} />
          </View>
        )}
      </View>
      <View style={styles.facts}>{each(facts, Fact)}</View>
      {lacking && <Text style={styles.lacking}>{lacking}</Text>}
      <View style={styles.notes} wrap={false}>
        <View style={styles.column}>{check && <Note {...check} />}</View>
        <View style={styles.column}>{each(limits, Note)}</View>
      </View>
    </View>
  )
}

function Fact({ label, value, note, hash }: SheetFact) {
  return (
    <View style={styles.fact} wrap={false}>
      <Text style={styles.label}>{label}</Text>
      <View style={styles.body}>
        <Text style={styles.value}>{value}</Text>
        {note && <Text style={styles.note}>{note}</Text>}
        {hash && <Hash hash={hash} />}
      </View>
    </View>
  )
}

/** In two lines of eight groups, the groups below each other, so that two people can read it out and compare. */
function Hash({ hash }: { hash: string }) {
  const groups = hash.toUpperCase().match(/.{1,4}/g) ?? []
  return <View style={styles.hash}>{eachText(groups, styles.group)}</View>
}

function Note({ title, paragraphs, commands = [] }: SheetNote) {
  return (
    <View style={styles.noteBlock}>
      <Text style={styles.noteTitle}>{title}</Text>
      {eachText(paragraphs, styles.paragraph)}
      {eachText(commands, styles.command)}
    </View>
  )
}
