import { Image, Path, StyleSheet, Svg, Text, View } from '@react-pdf/renderer'
import type {
  SheetCertificate,
  SheetEvent,
  SheetFact,
  SheetNote,
} from '#src/pdf/application-sheet.ts'
import { each, eachText, keep } from './each.ts'
import { halfColumn, wideColumn } from './printable-sheet.ts'
import { hairline, ink, line, muted } from './styles.ts'
import type { Tag } from './tagged-pdf.tsx'

export function Certificate({ certificate }: { certificate: SheetCertificate }) {
  const { title, lead, png, facts, events, earlierEvents, notes } = certificate
  return (
    <View break bookmark={title} tag={{ type: 'Sect' }}>
      <SteelRule />
      <View style={styles.head}>
        <View style={styles.headText}>
          <Text style={styles.title} tag={{ type: 'H2' }}>
            {title}
          </Text>
          <Text style={styles.lead} tag={{ type: 'P' }}>
            {lead}
          </Text>
        </View>
        {png && (
          <View style={styles.plate}>
            <Image
              style={styles.image}
              src={{ data: Buffer.from(png, 'base64'), format: 'png' }}
              tag={{ type: 'Figure', alt: 'The signature' }}
            />
          </View>
        )}
      </View>
      <View style={styles.facts} tag={{ type: 'Table' }}>
        {each(facts, Fact)}
      </View>
      {events.length > 0 && <Events events={events} earlier={earlierEvents} />}
      <View style={styles.notes} wrap={false}>
        <View style={styles.column}>{each(notes.slice(0, 2), Note)}</View>
        <View style={styles.column}>{each(notes.slice(2), Note)}</View>
      </View>
    </View>
  )
}

type EventsProps = { events: SheetEvent[]; earlier: number }

function Events({ events, earlier }: EventsProps) {
  const table: Tag = { type: 'Table' }
  return (
    <View style={styles.events} tag={{ type: 'Sect' }} bookmark="What happened">
      <View minPresenceAhead={50}>
        <Text style={styles.eventsTitle} tag={{ type: 'H3' }}>
          What happened
        </Text>
        {earlier > 0 && (
          <Text style={styles.note} tag={{ type: 'P' }}>
            {`${earlier} earlier, not shown`}
          </Text>
        )}
      </View>
      <View fixed style={styles.event} wrap={false} tag={{ type: 'TR', within: table }}>
        <Text style={[styles.label, styles.time]} tag={{ type: 'TH', scope: 'Column' }}>
          Time
        </Text>
        <Text style={[styles.label, styles.what]} tag={{ type: 'TH', scope: 'Column' }}>
          Event
        </Text>
        <Text style={[styles.label, styles.from]} tag={{ type: 'TH', scope: 'Column' }}>
          Network address
        </Text>
      </View>
      {each(
        events.map((event, at) => ({ ...event, keep: keep(events, at) })),
        ({ at, what, from, keep }) => (
          <View style={styles.event} wrap={false} {...keep} tag={{ type: 'TR', within: table }}>
            <Text style={styles.time} tag={{ type: 'TD' }}>
              {at}
            </Text>
            <Text style={styles.what} {...halfColumn} tag={{ type: 'TD' }}>
              {what}
            </Text>
            <Text style={styles.from} tag={{ type: 'TD' }}>
              {from || ' '}
            </Text>
          </View>
        ),
      )}
    </View>
  )
}

function Fact({ label, value, note, hash }: SheetFact) {
  return (
    <View style={styles.fact} wrap={false} tag={{ type: 'TR' }}>
      <Text style={styles.label} tag={{ type: 'TH', scope: 'Row' }}>
        {label}
      </Text>
      <View style={styles.body} tag={{ type: 'TD' }}>
        <Text style={styles.value} {...wideColumn}>
          {value}
        </Text>
        {note && (
          <Text style={styles.note} {...wideColumn}>
            {note}
          </Text>
        )}
        {hash && <Hash hash={hash} />}
      </View>
    </View>
  )
}

function Hash({ hash }: { hash: string }) {
  const groups = hash.toUpperCase().match(/.{1,4}/g) ?? []
  return <View style={styles.hash}>{eachText(groups, { style: styles.group })}</View>
}

function Note({ title, paragraphs, commands = [] }: SheetNote) {
  return (
    <View style={styles.noteBlock}>
      <Text style={styles.noteTitle} tag={{ type: 'H3' }}>
        {title}
      </Text>
      {eachText(paragraphs, { style: styles.paragraph, ...halfColumn }, 'P')}
      {eachText(commands, { style: styles.command }, 'P')}
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
  const lengthOf = (at: number) => {
    if (at % 10 === 0) return 10
    return at % 5 === 0 ? 7 : 4
  }
  return Array.from({ length: divisions + 1 }, (_, at) => {
    const x = 0.25 + (at * (width - 0.5)) / divisions
    return `M${x.toFixed(2)} 0V${lengthOf(at)}`
  }).join('')
}

/** The page is also printed in black and white, so nothing depends on colour. */
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
  events: { marginTop: 14 },
  event: { flexDirection: 'row', fontSize: 8, paddingVertical: 3, ...line },
  eventsTitle: { fontSize: 11, fontWeight: 600 },
  time: { width: 152, paddingRight: 6 },
  what: { width: 229, paddingRight: 8 },
  from: { width: 106 },
  notes: { flexDirection: 'row', justifyContent: 'space-between', marginTop: 14 },
  column: { width: 233, rowGap: 10 },
  noteBlock: { rowGap: 4 },
  noteTitle: { fontSize: 9, fontWeight: 600, marginBottom: -2 },
  command: { fontSize: 8, fontWeight: 600, marginLeft: 10, marginBottom: -3 },
  paragraph: { fontSize: 8 },
})
