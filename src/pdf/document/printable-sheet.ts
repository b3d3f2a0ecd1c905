import {
  type ApplicationSheet,
  mostAmendments,
  type SheetAmendment,
  type SheetCertificate,
  type SheetRow,
} from '#src/pdf/application-sheet.ts'
import { type HasGlyph, printable, unknown } from '#src/pdf/fonts/printable.ts'

const most = {
  sections: 20,
  rows: 200,
  directors: 200,
  signatures: 6,
  lines: 8,
  facts: 16,
  notes: 4,
}

/**
 * The sheet with every text made printable and every list held to what the renderer can set in
 * its time: the second net below the forms' own limits. A list that was cut says so at its end.
 */
export function printableSheet(sheet: ApplicationSheet, hasGlyph: HasGlyph): ApplicationSheet {
  const { certificate, ...pages } = shortened(sheet)
  const lines = (text: string) => printable(text, hasGlyph)
  const oneLine = (text: string) => lines(text).replaceAll('\n', ' ')
  const printed = {
    ...everyText(pages, (text, name) => (mayBreak.has(name) ? lines(text) : oneLine(text))),
    certificate: everyText(certificate, oneLine),
  }
  return printed.certificate ? withLacking(printed, printed.certificate) : printed
}

/** Texts that keep their lines. */
const mayBreak = new Set(['value', 'before', 'after'])

/** Base64. */
const pictures = new Set(['png', 'logo'])

/** The same value with each text in it changed; `name` is the property that holds the text. */
function everyText<T>(value: T, change: (text: string, name: string) => string, name = ''): T {
  if (typeof value === 'string') return (pictures.has(name) ? value : change(value, name)) as T
  if (Array.isArray(value)) return value.map((item) => everyText(item, change, name)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, everyText(part, change, key)]),
  ) as T
}

function shortened(sheet: ApplicationSheet): ApplicationSheet {
  const { certificate } = sheet
  return {
    ...sheet,
    sections: held(sheet.sections, most.sections, (rest) => ({ title: rest, rows: [] })).map(
      ({ title, rows }) => ({ title, rows: heldRows(rows) }),
    ),
    directors: held(sheet.directors, most.directors, (rest) => ({ name: '…', position: rest })),
    signatures: sheet.signatures
      .slice(0, most.signatures)
      .map((signature) => ({ ...signature, lines: signature.lines.slice(0, most.lines) })),
    amendments: newest(sheet),
    evidence: heldRows(sheet.evidence),
    certificate: certificate && {
      ...certificate,
      facts: certificate.facts.slice(0, most.facts),
      notes: certificate.notes.slice(0, most.notes).map(({ title, paragraphs, commands = [] }) => ({
        title,
        paragraphs: paragraphs.slice(0, most.lines),
        commands: commands.slice(0, most.lines),
      })),
    },
  }
}

const heldRows = (rows: SheetRow[]) =>
  held(rows, most.rows, (rest) => ({ label: '…', value: rest }))

/** Says that letters are lacking only where one is. */
function withLacking(sheet: ApplicationSheet, certificate: SheetCertificate): ApplicationSheet {
  const elsewhere = { ...sheet, certificate: { ...certificate, lacking: '' } }
  return JSON.stringify(elsewhere).includes(unknown) ? sheet : elsewhere
}

function held<Item>(list: Item[], limit: number, note: (rest: string) => Item): Item[] {
  if (list.length <= limit) return list
  return [...list.slice(0, limit), note(`${list.length - limit} more, not shown`)]
}

/** The last changes, behind a line that counts those before them. */
function newest({ amendments, earlierAmendments }: ApplicationSheet): SheetAmendment[] {
  const shown = amendments.slice(-mostAmendments)
  const earlier = earlierAmendments + amendments.length - shown.length
  if (earlier === 0) return shown
  const note = { at: '…', by: `${earlier} earlier, not shown`, field: '', before: '', after: '' }
  return [note, ...shown]
}
