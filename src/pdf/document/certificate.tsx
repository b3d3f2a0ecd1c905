import { Image, Path, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import type { SheetCertificate, SheetFact, SheetNote } from '#src/pdf/application-sheet.ts'
import { each, eachText } from './each.ts'
import { hairline, ink, line, muted } from './styles.ts'

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

/** Groups below each other, so that two people can read it out and compare. */
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

function SteelRule() {
  const width = 487
  return (
    <Svg width={width} height={11} viewBox={`0 0 ${width} 11`}>
      <Path d={ticks(width, 100)} stroke={ink} strokeWidth={0.5} />
      <Path d={`M0 0.4H${width}`} stroke={ink} strokeWidth={0.8} />
    </Svg>
  )
}

function ticks(width: number, divisions: number): string {
  const lengthOf = (at: number) => (at % 10 === 0 ? 10 : at % 5 === 0 ? 7 : 4)
  return Array.from({ length: divisions + 1 }, (_, at) => {
    const x = 0.25 + (at * (width - 0.5)) / divisions
    return `M${x.toFixed(2)} 0V${lengthOf(at)}`
  }).join('')
}

/** Read in black and white as well, so nothing on the page is told by colour. */
const styles = StyleSheet.create({
  head: { flexDirection: 'row', justifyContent: 'space-between', marginTop: 14, marginBottom: 14 },
  headText: { width: 310 },
  title: { fontSize: 21, fontWeight: 600 },
  lead: { fontSize: 9, color: muted, marginTop: 4 },
  plate: {
    width: 150,
    height: 58,
    paddingHorizontal: 6,
    paddingTop: 4,
    borderBottom: `0.75pt solid ${ink}`,
    justifyContent: 'flex-end',
  },
  image: { height: 50, objectFit: 'contain' },
  facts: { borderTop: `0.5pt solid ${hairline}` },
  fact: { flexDirection: 'row', paddingVertical: 4.5, ...line },
  label: { width: 112, paddingRight: 12, fontSize: 8, color: muted, paddingTop: 1 },
  body: { width: 375 },
  value: { fontSize: 9.5, fontWeight: 600 },
  note: { fontSize: 8, color: muted },
  hash: { flexDirection: 'row', flexWrap: 'wrap', width: 280, marginTop: 2 },
  group: { width: 35, fontSize: 8.5 },
  lacking: { fontSize: 8, color: muted, marginTop: 6 },
  notes: { flexDirection: 'row', justifyContent: 'space-between', marginTop: 14 },
  column: { width: 233, rowGap: 10 },
  noteBlock: { rowGap: 4 },
  noteTitle: { fontSize: 9, fontWeight: 600, marginBottom: -2 },
  command: { fontSize: 8, fontWeight: 600, marginLeft: 10, marginBottom: -3 },
  paragraph: { fontSize: 8 },
})
