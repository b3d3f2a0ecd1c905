import type { Application } from '#src/domain/applications/application.ts'
import { accountLabels } from '#src/forms/admin/account-labels.ts'
import { fieldWords } from '#src/forms/admin/record-cards.ts'
import { longDate } from '#src/forms/long-date.ts'
import { sectionTitles } from '#src/forms/registration/registration-choices.ts'
import {
  type FieldName,
  fieldDrawings,
  fieldNames,
} from '#src/forms/registration/registration-fields.ts'
import type { SheetRow, SheetSection } from '#src/pdf/application-sheet.ts'

type Answer = FieldName | 'specialInstructions'

/** The answers by section; those in `changed` are marked as changed since the signing. */
export function answerSections(application: Application, changed: Set<string>): SheetSection[] {
  return [1, 3, 4, 5].map((number) => ({
    title: sectionTitles[number - 1] ?? '',
    rows: answersOf(number)
      .filter((name) => name !== 'specialInstructions' || application[name] || changed.has(name))
      .map((name) => rowOf(application, name, changed)),
  }))
}

/** The words for a field in the document: those that the applicant saw above it. */
export const answerLabel = (name: string): string =>
  Object.hasOwn(fieldDrawings, name) ? fieldDrawings[name as FieldName].label : fieldWords(name)

/** Special instructions stand with the delivery, before what belongs to the signature. */
function answersOf(section: number): Answer[] {
  const names: Answer[] = [...fieldNames(section)]
  const at = names.indexOf('position')
  return at < 0 ? names : names.toSpliced(at, 0, 'specialInstructions')
}

function rowOf(application: Application, name: Answer, changed: Set<string>): SheetRow {
  const row = { label: answerLabel(name), value: answerText(application[name], name) }
  return changed.has(name) ? { ...row, changedSinceSigning: true } : row
}

function answerText(value: Application[Answer], name: Answer): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  if (Array.isArray(value)) return value.join(', ') || 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (name === 'accountType') return accountLabels[value as 'credit'] ?? value
  return name !== 'specialInstructions' && isDay(name) ? longDate(value) : value
}

const isDay = (name: FieldName) =>
  'control' in fieldDrawings[name] && fieldDrawings[name].control === 'day'
