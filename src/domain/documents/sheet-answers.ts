import type { Application } from '#src/domain/applications/application.ts'
import { changeWords } from '#src/forms/admin/change-words.ts'
import { changeLabel } from '#src/forms/admin/record-cards.ts'
import { type FieldName, fieldNamesIn, fields, isField } from '#src/forms/fields/fields.ts'
import { sectionTitles } from '#src/forms/registration/sections.ts'
import type { SheetRow, SheetSection } from '#src/pdf/application-sheet.ts'

/** Every answer under its column's name, of an application or frozen. */
export type Answers = Pick<Application, Answer>

/** The answers by section; those in `changed` are marked as changed since the signing. */
export function answerSections(answers: Answers, changed: Set<string>): SheetSection[] {
  return [1, 3, 4, 5].map((section) => ({
    title: sectionTitles[section - 1] ?? '',
    rows: answersIn(section)
      .filter((name) => !fields[name].portalOnly || answers[name] || changed.has(name))
      .map((name) => rowOf(answers, name, changed)),
  }))
}

/** The answers that differ, in the order of the document, as texts. */
export function changedAnswers(before: Answers, after: Answers) {
  return [1, 3, 4, 5].flatMap(answersIn).flatMap((name) => {
    const [was, is] = [answerText(before[name], name), answerText(after[name], name)]
    return was === is ? [] : [{ name, field: answerLabel(name), before: was, after: is }]
  })
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

function rowOf(answers: Answers, name: Answer, changed: Set<string>): SheetRow {
  const row = { label: answerLabel(name), value: answerText(answers[name], name) }
  return changed.has(name) ? { ...row, changedSinceSigning: true } : row
}

function answerText(value: Answers[Answer], name: Answer): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  if (Array.isArray(value)) return value.join(', ') || 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return changeWords(name, value)
}
