import { StyleSheet } from '@react-pdf/renderer'
import { hairline, ink, line, muted } from './styles.ts'

/** The certificate page: read in black and white as well, so nothing on it is told by colour. */
export const certificateStyles = StyleSheet.create({
  head: { flexDirection: 'row', justifyContent: 'space-between', marginTop: 14, marginBottom: 14 },
  headText: { width: 310 },
  title: { fontSize: 21, fontWeight: 600 },
  lead: { fontSize: 9, color: muted, marginTop: 4 },
  plate: {
    width: 150,
    height: 58,
    paddingHorizontal: 6,
    paddingTop: 4,
    borderBottomWidth: 0.75,
    borderBottomColor: ink,
    borderBottomStyle: 'solid',
    justifyContent: 'flex-end',
  },
  image: { height: 50, objectFit: 'contain' },
  facts: { borderTopWidth: 0.5, borderTopColor: hairline, borderTopStyle: 'solid' },
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
