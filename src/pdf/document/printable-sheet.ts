import {
  type ApplicationSheet,
  mostAmendments,
  type SheetAmendment,
  type SheetCertificate,
  type SheetDirector,
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
  const lines = (value: string) => printable(value, hasGlyph)
  const text = (value: string) => lines(value).replaceAll('\n', ' ')
  const row = ({ label, value, changedSinceSigning = false }: SheetRow): SheetRow => ({
    label: text(label),
    value: lines(value),
    changedSinceSigning,
  })
  const rows = (list: SheetRow[]) =>
    held(list, most.rows, (rest) => ({ label: '…', value: rest })).map(row)
  const printed = {
    ...sheet,
    id: text(sheet.id),
    company: {
      ...sheet.company,
      name: text(sheet.company.name),
      salesEmail: text(sheet.company.salesEmail),
      details: text(sheet.company.details),
    },
    status: text(sheet.status),
    title: text(sheet.title),
    submittedAt: sheet.submittedAt === null ? null : text(sheet.submittedAt),
    sections: held(sheet.sections, most.sections, (rest) => ({ title: rest, rows: [] })).map(
      (section) => ({ title: text(section.title), rows: rows(section.rows) }),
    ),
    directors: held<SheetDirector>(sheet.directors, most.directors, (rest) => ({
      name: '…',
      position: rest,
    })).map(({ name, position, change = '' }) => ({
      name: text(name),
      position: text(position),
      change: text(change),
    })),
    signatures: sheet.signatures.slice(0, most.signatures).map(({ caption, png, lines: list }) => ({
      caption: text(caption),
      png,
      lines: rows(list.slice(0, most.lines)),
    })),
    terms: sheet.terms && { version: text(sheet.terms.version), hash: text(sheet.terms.hash) },
    amendments: newest(sheet).map(({ at, by, field, before, after }) => ({
      at: text(at),
      by: text(by),
      field: text(field),
      before: lines(before),
      after: lines(after),
    })),
    evidence: rows(sheet.evidence),
    notice: sheet.notice === null ? null : text(sheet.notice),
    certificate: sheet.certificate && printableCertificate(sheet.certificate, text),
  }
  return printed.certificate ? withLacking(printed, printed.certificate) : printed
}

function printableCertificate(
  { title, lead, png, facts, lacking, notes }: SheetCertificate,
  text: (value: string) => string,
): SheetCertificate {
  return {
    title: text(title),
    lead: text(lead),
    png,
    facts: facts.slice(0, most.facts).map(({ label, value, note = '', hash = '' }) => ({
      label: text(label),
      value: text(value),
      note: text(note),
      hash: text(hash),
    })),
    lacking: text(lacking),
    notes: notes.slice(0, most.notes).map(({ title, paragraphs, commands = [] }) => ({
      title: text(title),
      paragraphs: paragraphs.slice(0, most.lines).map(text),
      commands: commands.slice(0, most.lines).map(text),
    })),
  }
}

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
