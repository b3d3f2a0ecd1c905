import { Text, View } from '@react-pdf/renderer'
import type { SheetAmendment } from '#src/pdf/application-sheet.ts'
import { each } from './each.ts'
import { Lines } from './lines.tsx'
import { Heading } from './sections.tsx'
import { styles } from './styles.ts'

type AmendmentsProps = { title: string; amendments: SheetAmendment[]; own: boolean }

/** What was edited after signing, by whom, and both values (rule 151). */
export function Amendments({ title, amendments, own }: AmendmentsProps) {
  return (
    <View style={styles.section} break={own} bookmark={title}>
      <Heading text={title} />
      {each(amendments, Amendment)}
    </View>
  )
}

function Amendment({ at, by, field, before, after }: SheetAmendment) {
  return (
    <View style={styles.amendment}>
      <View style={styles.amendmentHead} minPresenceAhead={40}>
        <Text style={styles.amendmentField}>{field}</Text>
        <Text style={styles.amendmentBy}>{[at, by].filter(Boolean).join(', ')}</Text>
      </View>
      <Value label="Before" value={before} />
      <Value label="After" value={after} />
    </View>
  )
}

// One below the other: of two columns, the one that goes on overleaf could not be told.
function Value({ label, value }: { label: string; value: string }) {
  return (
    <View style={styles.pair}>
      <Text style={styles.label}>{label}</Text>
      <View style={styles.value}>
        <Lines text={value} />
      </View>
    </View>
  )
}
