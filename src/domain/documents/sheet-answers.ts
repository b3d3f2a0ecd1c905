import type { Application } from '#src/domain/applications/application.ts'
import { changeWords } from '#src/forms/admin/change-words.ts'
import { changeLabel } from '#src/forms/admin/record-cards.ts'
import { type FieldName, fieldNamesIn, fields, isField } from '#src/forms/fields/fields.ts'
import { sectionTitles } from '#src/forms/registration/sections.ts'
import type { SheetRow, SheetSection } from '#src/pdf/application-sheet.ts'

/** The answers by section; those in `changed` are marked as changed since the signing. */
export function answerSections(application: Application, changed: Set<string>): SheetSection[] {
  return [1, 3, 4, 5].map((section) => ({
    title: sectionTitles[section - 1] ?? '',
    rows: answersIn(section)
      .filter((name) => !fields[name].portalOnly || application[name] || changed.has(name))
      .map((name) => rowOf(application, name, changed)),
  }))
}

/** The label of a field in the document: the one that the applicant saw above it. */
export const answerLabel = (name: string): string =>
  isField(name) ? fields[name].label : changeLabel(name)

type Answer = Exclude<FieldName, 'authSignature'>

/** What belongs to the signature stands last. */
const answersIn = (section: number) =>
  fieldNamesIn(section)
    .filter((name): name is Answer => name !== 'authSignature')
    .sort((a, b) => Number(fields[a].signed ?? false) - Number(fields[b].signed ?? false))

function rowOf(application: Application, name: Answer, changed: Set<string>): SheetRow {
  const row = { label: answerLabel(name), value: answerText(application[name], name) }
  return changed.has(name) ? { ...row, changedSinceSigning: true } : row
}

function answerText(value: Application[Answer], name: Answer): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  if (Array.isArray(value)) return value.join(', ') || 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return changeWords(name, value)
}
