import { Text, View } from '@react-pdf/renderer'
import { createContext, useContext } from 'react'
import type { SheetDirector, SheetRow, SheetSection } from '#src/pdf/application-sheet.ts'
import { each } from './each.ts'
import { Lines } from './lines.tsx'
import { styles } from './styles.ts'

/**
 * A heading, which is also a bookmark, and its rows of label and value; `together` keeps a short
 * section on one page.
 */
export function Section({ title, rows, together = false }: SheetSection & { together?: boolean }) {
  const cut = !together || rows.length > 8 || rows.some(({ value }) => isTall(value))
  return (
    <View style={styles.section} bookmark={title} wrap={cut}>
      <Heading text={title} />
      {each(rows, Row)}
    </View>
  )
}

/** The directors, two columns: name and position. */
export function Directors({ directors }: { directors: SheetDirector[] }) {
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

/** The colour of headings; `null` for the built-in one. */
export const HeadingColour = createContext<string | null>(null)

/** A section's heading; it never stays behind at the foot of a page. */
export function Heading({ text }: { text: string }) {
  const color = useContext(HeadingColour)
  return (
    <Text style={color ? [styles.heading, { color }] : styles.heading} minPresenceAhead={48}>
      {text}
    </Text>
  )
}

// The bar in the margin is how a revised manual marks what changed; the words are for readers of
// the text alone.
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

// A row in one piece leaves no sliver of its padding on the next page; a tall one may be cut.
function isTall(value: string): boolean {
  return value.length > 600 || value.split('\n').length > 8
}
