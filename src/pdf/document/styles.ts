import { StyleSheet } from '@react-pdf/renderer'
import { family } from '#src/pdf/fonts/font-files.ts'

export const ink = '#16202b'
export const muted = '#566473'
export const hairline = '#cbd3db'
const signal = '#d9480f'
const changed = '#9a5b00'
const warning = '#a3231f'

export const line = {
  borderBottom: `0.5pt solid ${hairline}`,
} as const

// Rows are not stretched, because a row whose label is as tall as its value could not be cut. They are aligned to the
// end, so that a value stays in its column on the next page.
const pair = { flexDirection: 'row', alignItems: 'flex-start', justifyContent: 'flex-end' } as const

// Ligatures, fractions and dotless variants are off, so that each glyph can be read back as exactly one letter.
const substitutions = [
  'ccmp',
  'locl',
  'rlig',
  'calt',
  'clig',
  'liga',
  'rclt',
  'frac',
  'numr',
  'dnom',
]
const plainGlyphs = Object.fromEntries(substitutions.map((feature) => [feature, 0]))

/** Points on A4. No line height is set, because the library multiplies it again on each page. */
export const styles = StyleSheet.create({
  page: {
    fontFamily: family,
    fontSize: 9,
    fontFeatureSettings: plainGlyphs,
    color: ink,
    paddingTop: 34,
    paddingBottom: 28,
    paddingHorizontal: 54,
  },
  pageHead: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 7.5,
    color: muted,
    paddingBottom: 5,
    marginBottom: 10,
    ...line,
  },
  pageHeadText: { maxWidth: 360, maxLines: 1, textOverflow: 'ellipsis' },
  draft: {
    fontSize: 8,
    fontWeight: 600,
    textAlign: 'center',
    color: warning,
    border: `1pt solid ${warning}`,
    paddingVertical: 3,
    marginBottom: 14,
  },
  notice: { fontSize: 8, fontStyle: 'italic', color: warning, marginBottom: 12 },
  flow: { flexGrow: 1 },
  pageFoot: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    fontSize: 7.5,
    color: muted,
    paddingTop: 6,
    marginTop: 10,
    borderTop: `0.5pt solid ${hairline}`,
  },
  masthead: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-start' },
  mastheadText: { flex: 1 },
  company: { fontSize: 11, fontWeight: 600 },
  companyDetails: { fontSize: 7.5, color: muted, marginVertical: 2 },
  title: { fontSize: 19, fontWeight: 600, marginTop: 2 },
  logo: { marginLeft: 16, width: 130, height: 44, objectFit: 'contain', objectPositionX: '100%' },
  plate: {
    flexDirection: 'row',
    marginTop: 12,
    marginBottom: 4,
    paddingVertical: 8,
    borderTop: `1.5pt solid ${signal}`,
    ...line,
  },
  plateCell: { width: '27%', paddingRight: 12 },
  plateCellLast: { width: '46%' },
  plateLabel: { fontSize: 7.5, color: muted },
  plateValue: { fontSize: 10.5, fontWeight: 600 },
  lacking: { fontSize: 8, color: muted, marginTop: 4 },
  section: { marginTop: 12 },
  heading: { fontSize: 11, fontWeight: 600, paddingBottom: 4, ...line },
  pair: { ...pair, paddingVertical: 1 },
  row: { ...pair, paddingVertical: 2.5, ...line },
  rowChanged: {
    borderLeft: `2pt solid ${changed}`,
    marginLeft: -8,
    paddingLeft: 6,
  },
  label: { width: 176, paddingRight: 8, color: muted },
  value: { width: 311 },
  changedNote: { fontSize: 7.5, fontStyle: 'italic', color: changed },
  half: { width: 243.5, paddingRight: 12 },
  quiet: { color: muted, paddingVertical: 4 },
  captions: {
    flexDirection: 'row',
    alignItems: 'flex-end',
    justifyContent: 'space-between',
    marginTop: 8,
    marginBottom: 3,
  },
  signatures: { flexDirection: 'row', justifyContent: 'space-between' },
  signature: { width: 233 },
  signatureAlone: { flexDirection: 'row', justifyContent: 'space-between', width: 487 },
  signatureCaption: { width: 233, fontWeight: 600 },
  signatureFrame: {
    width: 233,
    height: 60,
    padding: 4,
    border: `0.5pt solid ${hairline}`,
    justifyContent: 'center',
    marginBottom: 3,
  },
  signatureImage: { height: 51, objectFit: 'contain' },
  signatureLine: { flexDirection: 'row', paddingVertical: 0.75, fontSize: 8 },
  signatureLabel: { width: 78, paddingRight: 4, color: muted },
  signatureValue: { width: 155 },
  unsigned: { textAlign: 'center', color: muted },
  consent: { marginTop: 4 },
  terms: {
    flexDirection: 'row',
    alignItems: 'baseline',
    flexWrap: 'wrap',
    columnGap: 8,
    marginTop: 2,
  },
  hash: { fontSize: 7.5, color: muted },
  amendment: { paddingVertical: 6, ...line },
  amendmentHead: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 2 },
  amendmentField: { width: 230, fontWeight: 600 },
  amendmentBy: { width: 245, fontSize: 8, color: muted, textAlign: 'right' },
})
