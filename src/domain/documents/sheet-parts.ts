import type { CompanyFacts } from '#src/domain/company/company.ts'
import { changeLabel, changeWords } from '#src/forms/admin/record-cards.ts'
import { contrast } from '#src/forms/company/accent.ts'
import { fieldNamesIn, fields, isField } from '#src/forms/fields/fields.ts'
import type { DirectorInput } from '#src/forms/fields/schema.ts'
import { longDate } from '#src/forms/long-date.ts'
import { sectionTitles } from '#src/forms/registration/sections.ts'
import type {
  SheetDirector,
  SheetRow,
  SheetSection,
  SheetSignature,
} from '#src/pdf/application-sheet.ts'
import type { Answer, Answers } from './freeze.ts'

export function answerSections(answers: Answers, changed: Set<string>): SheetSection[] {
  return [1, 3, 4, 5].map((section) => ({
    title: sectionTitles[section - 1] ?? '',
    rows: answersIn(section)
      .filter((name) => !fields[name].portalOnly || answers[name] || changed.has(name))
      .map((name) => ({
        label: answerLabel(name),
        value: answerText(answers[name], name),
        ...(changed.has(name) && { changedSinceSigning: true }),
      })),
  }))
}

export function changedAnswers(before: Answers, after: Answers) {
  return [1, 3, 4, 5].flatMap(answersIn).flatMap((name) => {
    const [was, is] = [answerText(before[name], name), answerText(after[name], name)]
    return was === is ? [] : [{ name, field: answerLabel(name), before: was, after: is }]
  })
}

export const answerLabel = (name: string): string =>
  isField(name) ? fields[name].label : changeLabel(name)

const answersIn = (section: number) =>
  fieldNamesIn(section)
    .filter((name): name is Answer => name !== 'authSignature')
    .sort((a, b) => Number(fields[a].signed ?? false) - Number(fields[b].signed ?? false))

function answerText(value: Answers[Answer], name: Answer): string {
  if (value === null || value === undefined || value === '') return 'N/A'
  if (Array.isArray(value)) return value.join(', ') || 'N/A'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return changeWords(name, value)
}

/** Each marked with its change since the signing, and behind them those who were removed. */
export function directorRows(
  now: DirectorInput[],
  signed: DirectorInput[] | null,
): SheetDirector[] {
  if (!signed) return now.map((director) => directorRow(director))
  const left = new Map(signed.entries())
  const changes = new Map<number, string>()
  const match = (change: string, isSame: (was: DirectorInput, is: DirectorInput) => boolean) => {
    for (const [at, is] of now.entries()) {
      if (changes.has(at)) continue
      const same = [...left].find(
        ([line, was]) => (change !== renamed || line === at) && isSame(was, is),
      )
      if (!same) continue
      left.delete(same[0])
      changes.set(at, change)
    }
  }
  // best matches of all first: a director who kept everything must not be taken for one who was renamed
  match('', (was, is) => was.name === is.name && was.position === is.position)
  match('Position changed since signing', (was, is) => was.name === is.name)
  match(renamed, (was, is) => was.position === is.position)
  return [
    ...now.map((director, at) => directorRow(director, changes.get(at) ?? 'Added since signing')),
    ...[...left.values()].map((director) => directorRow(director, 'Removed since signing')),
  ]
}

const renamed = 'Name changed since signing'
const directorRow = ({ name, position }: DirectorInput, change = ''): SheetDirector => ({
  name,
  position: position ?? '',
  ...(change && { change }),
})

type Decision = {
  isRejected: boolean
  date: string | null
  by: string | null
  customerCode: string | null
  reason: string | null
}

export const decisionRows = (decision: Decision): SheetRow[] => [
  { label: 'Decision', value: decision.isRejected ? 'Rejected' : 'Approved' },
  { label: 'Date', value: longDate(decision.date ?? 'N/A') },
  { label: 'Decided by', value: decision.by ?? 'N/A' },
  outcomeRow(decision),
]

export const outcomeRow = ({ isRejected, customerCode, reason }: Decision): SheetRow =>
  isRejected
    ? { label: 'Reason', value: reason ?? 'None given' }
    : { label: 'Customer code', value: customerCode ?? 'N/A' }

/** With the position and date that were signed, whatever was edited since. */
export const customerSignature = (
  png: Uint8Array,
  typedName: string | null | undefined,
  { position, agreementDate }: Pick<Answers, 'position' | 'agreementDate'>,
): SheetSignature => ({
  caption: 'For the customer',
  png: base64(png),
  lines: [
    ...(typedName ? [{ label: 'Typed as', value: typedName }] : []),
    { label: 'Position', value: position ?? 'N/A' },
    { label: 'Date of agreement', value: longDate(agreementDate ?? 'N/A') },
  ],
})

export const supplierSignature = (png: Uint8Array, decision: Decision): SheetSignature => ({
  caption: 'For the supplier',
  png: base64(png),
  lines: decisionRows(decision).slice(0, 3),
})

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** The accent colours headings only where it can be read on white. */
export const sheetCompany = (
  { name, accent, salesEmail, legal }: CompanyFacts,
  logo: string | null,
) => ({
  name,
  accent,
  salesEmail,
  logo,
  headings: accent && contrast(accent, '#ffffff') >= 4.5 ? accent : null,
  details: legal,
})
