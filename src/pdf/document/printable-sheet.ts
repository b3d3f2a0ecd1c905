import {
  type ApplicationSheet,
  mostAmendments,
  type SheetAmendment,
  type SheetCertificate,
  type SheetDirector,
  type SheetRow,
} from '#src/pdf/application-sheet.ts'
import { type HasGlyph, printable } from '#src/pdf/fonts/printable.ts'

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
  const text = (value: string) => printable(value, hasGlyph)
  const row = ({ label, value, changedSinceSigning = false }: SheetRow): SheetRow => ({
    label: text(label),
    value: text(value),
    changedSinceSigning,
  })
  const rows = (list: SheetRow[]) =>
    held(list, most.rows, (rest) => ({ label: '…', value: rest })).map(row)
  return {
    ...sheet,
    id: text(sheet.id),
    company: {
      ...sheet.company,
      name: text(sheet.company.name),
      salesEmail: text(sheet.company.salesEmail),
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
    signatures: sheet.signatures.slice(0, most.signatures).map(({ caption, png, lines }) => ({
      caption: text(caption),
      png,
      lines: rows(lines.slice(0, most.lines)),
    })),
    terms: { version: text(sheet.terms.version), hash: text(sheet.terms.hash) },
    amendments: newest(sheet).map(({ at, by, field, before, after }) => ({
      at: text(at),
      by: text(by),
      field: text(field),
      before: text(before),
      after: text(after),
    })),
    evidence: rows(sheet.evidence),
    notice: sheet.notice === null ? null : text(sheet.notice),
    certificate: sheet.certificate && printableCertificate(sheet.certificate, text),
  }
}

function printableCertificate(
  { title, lead, png, facts, notes }: SheetCertificate,
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
    notes: notes.slice(0, most.notes).map(({ title, paragraphs }) => ({
      title: text(title),
      paragraphs: paragraphs.slice(0, most.lines).map(text),
    })),
  }
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
