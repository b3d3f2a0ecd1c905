import { directorLines } from '#src/domain/applications/application.ts'
import { actionWords } from '#src/domain/audit/actions.ts'
import { dateIn, exactInstant, longInstant } from '#src/domain/calendar.ts'
import type { CompanyFacts } from '#src/domain/company/company.ts'
import { changeLabel, changeWords } from '#src/forms/admin/history-words.ts'
import { roleLabels } from '#src/forms/admin/roles.ts'
import { contrast } from '#src/forms/company/accent.ts'
import { counted } from '#src/forms/counted.ts'
import { longDate } from '#src/forms/dates.ts'
import { fieldNamesIn, fields, isField, readingOf } from '#src/forms/fields/fields.ts'
import type { DirectorInput } from '#src/forms/fields/schema.ts'
import { sectionTitles } from '#src/forms/registration/sections.ts'
import {
  mostEvents,
  type SheetDirector,
  type SheetEvent,
  type SheetRow,
  type SheetSection,
  type SheetSignature,
} from '#src/pdf/application-sheet.ts'
import type { AnsweredRequest, DocumentEvent, SentReceipt } from './document-events.ts'
import type { Answer, Answers, DecisionData, SignedData } from './freeze.ts'

type Answered = {
  answers: Answers
  directors: SheetDirector[]
  changed: Set<string>
  isSigned: boolean
}

export const lackingLetters = (whole: string) =>
  `Letters that this typeface lacks are printed as \uFFFD. ${whole} has every letter.`

export function answerSections({
  answers,
  directors,
  changed,
  isSigned,
}: Answered): SheetSection[] {
  return sectionTitles.map((title, at) => {
    if (at === 1) return { title, rows: [], directors }
    const rows = answersIn(at + 1)
      .filter((name) => !(isSigned && fields[name].signed))
      .filter((name) => !isLeftOut(name) || answers[name] || changed.has(name))
      .map((name) => ({
        label: answerLabel(name),
        value: answerText(answers[name], name),
        ...(changed.has(name) && { changedSinceSigning: true }),
      }))
    return { title, rows }
  })
}

/** Returns whether an answer is left out while it is empty. */
const isLeftOut = (name: Answer) => name === 'signerName' || fields[name].portalOnly

export function changedAnswers(before: Answers, after: Answers) {
  return [1, 3, 4, 5].flatMap(answersIn).flatMap((name) => {
    const [was, is] = [answerText(before[name], name), answerText(after[name], name)]
    return was === is ? [] : [{ name, field: answerLabel(name), before: was, after: is }]
  })
}

export const editor = (by: string) => (by === 'Customer' ? by : `Supplier, ${by}`)

export function editorsOf(timezone: string, events: DocumentEvent[] = [], name: string): string {
  const signing = events.findLastIndex(({ action }) => action === 'application submitted')
  const edits = events.slice(signing + 1).filter(({ fields = [] }) => fields.includes(name))
  return edits
    .filter((edit) => edit === edits.findLast(({ by }) => by === edit.by))
    .map(({ at, by }) => `${longInstant(timezone, Date.parse(at))}, ${editor(by)}`)
    .join('\n')
}

export const answerLabel = (name: string): string =>
  isField(name) ? fields[name].label : changeLabel(name)

const changedLabel = (name: string) => (isField(name) ? readingOf(fields[name]) : changeLabel(name))

const answersIn = (section: number) =>
  fieldNamesIn(section).filter((name): name is Answer => name !== 'authSignature')

/** The words for an empty answer. "N/A" would not do, because some customers type it. */
export const notGiven = 'Not given'

function answerText(value: Answers[Answer], name: Answer): string {
  if (value === null || value === undefined || value === '') return notGiven
  if (Array.isArray(value)) return value.join(', ') || notGiven
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return changeWords(name, value)
}

export const directorsEdit = (before: DirectorInput[], after: DirectorInput[]) => ({
  name: 'directors',
  field: answerLabel('directors'),
  before: directorLines(before) || notGiven,
  after: directorLines(after) || notGiven,
})

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
  // best matches first: an unchanged director must not count as a renamed one
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

export type Decision = {
  isRejected: boolean
  date: string | null
  by: string | null
  decider: DecisionData['decider'] | null
  customerCode: string | null
  accountType: Answers['accountType']
  reason: string | null
}

export const decisionRows = (decision: Decision): SheetRow[] => [
  { label: 'Decision', value: decision.isRejected ? 'Rejected' : 'Approved' },
  { label: 'Decided on', value: longDate(decision.date ?? 'N/A') },
  { label: 'Decided by', value: deciderName(decision) },
  ...(decision.isRejected
    ? [{ label: 'Reason', value: decision.reason ?? 'None given' }]
    : [
        { label: 'Account', value: answerText(decision.accountType, 'accountType') },
        { label: 'Customer code', value: decision.customerCode ?? 'N/A' },
      ]),
]

export const deciderName = ({ decider, by }: Pick<Decision, 'decider' | 'by'>) =>
  decider?.name ?? by ?? 'N/A'

type Signed = {
  png: Uint8Array
  typedName: string | null
  fields: Pick<Answers, 'signerName' | 'position' | 'agreementDate' | 'businessName'>
  /** A `YYYY-MM-DD` date by the server's clock; `null` when it is not known. */
  day: string | null
}

/** Returns the customer's signature, with the answers that were signed even if they have been edited since. */
export function customerSignature({ png, typedName, fields, day }: Signed): SheetSignature {
  const { position, agreementDate, businessName } = fields
  const name = signerName(fields, typedName)
  const typed = longDate(agreementDate ?? 'N/A')
  return {
    caption: `For ${businessName ?? 'the customer'}`,
    drawn: { png: base64(png) },
    lines: [
      { label: 'Name', value: name ?? 'Not given' },
      ...(typedName && typedName !== name ? [{ label: 'Typed as', value: typedName }] : []),
      { label: 'Position', value: position ?? 'N/A' },
      ...(day ? [{ label: 'Signed on', value: longDate(day) }] : []),
      {
        label: 'Date of agreement',
        value: isOtherDay(agreementDate, day) ? `${typed}\n${otherDay}` : typed,
      },
    ],
  }
}

export const signerName = (
  { signerName }: Pick<Answers, 'signerName'>,
  typedName: string | null | undefined,
): string | null => signerName ?? typedName ?? null

export const isOtherDay = (typed: string | null | undefined, day: string | null): boolean =>
  Boolean(typed && day && typed !== day)

const otherDay = 'As typed: not the day of signing'

export const dayOfSigning = (timezone: string, { signedAt }: Pick<SignedData, 'signedAt'>) =>
  dateIn(timezone, Date.parse(signedAt))

/** Returns the signature of a decision. It names the decider even without an image. */
export const supplierSignature = (
  company: string,
  png: Uint8Array | null,
  decision: Decision,
): SheetSignature => ({
  caption: `For ${company}`,
  drawn: png
    ? { png: base64(png) }
    : { without: `${decision.isRejected ? 'Rejected' : 'Approved'} without a drawn signature` },
  lines: [
    { label: 'Name', value: deciderName(decision) },
    ...(decision.decider
      ? [{ label: 'Back-office role', value: roleLabels[decision.decider.role] }]
      : []),
    { label: 'Date', value: longDate(decision.date ?? 'N/A') },
  ],
})

export const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

const notInHistory = 'Not in the history: an earlier version of the program asked it'

export function questionSection(
  timezone: string,
  requests: AnsweredRequest[] = [],
): SheetSection[] {
  const day = (at: string) => longDate(dateIn(timezone, Date.parse(at)))
  const rows = requests.flatMap(({ askedAt, question, answeredAt, answer, files }) => [
    { label: `Asked on ${day(askedAt)}`, value: question ?? notInHistory },
    { label: `Answered on ${day(answeredAt)}`, value: answer || 'With files only' },
    ...(files.length > 0
      ? [{ label: 'Files', value: files.map(({ name }) => name).join('\n') }]
      : []),
  ])
  return rows.length > 0 ? [{ title: 'Questions and answers', rows }] : []
}

/** Returns the rows in the order of the history, even if the clock was set back. The receipt is placed by its time. */
export function eventRows(
  timezone: string,
  events: DocumentEvent[] = [],
  receipt: SentReceipt | null = null,
  requests: AnsweredRequest[] = [],
): { events: SheetEvent[]; earlierEvents: number } {
  const answers = events.filter(({ action }) => action === 'information request answered')
  const filesWith = (event: DocumentEvent) =>
    event.action === 'information request answered'
      ? filesText(requests.at(answers.indexOf(event) - answers.length)?.files.length)
      : ''
  const rows = events.map((event, at) => ({
    at: event.at,
    what: eventWords(event, events.slice(0, at)) + filesWith(event),
    from: event.address ?? '',
  }))
  if (receipt?.takenAt) {
    const { to, takenAt } = receipt
    const place = rows.findLastIndex(({ at }) => at <= takenAt) + 1
    rows.splice(place, 0, {
      at: takenAt,
      what: `The mail server took the receipt for ${to}`,
      from: '',
    })
  }
  const newest = rows.slice(-mostEvents)
  return {
    events: newest.map(({ at, ...row }) => ({
      at: exactInstant(timezone, Date.parse(at)),
      ...row,
    })),
    earlierEvents: rows.length - newest.length,
  }
}

const filesText = (count = 0): string => (count === 0 ? '' : ` with ${counted(count, 'file')}`)

function eventWords(event: DocumentEvent, earlier: DocumentEvent[]): string {
  const { by, action, sections, fields = [] } = event
  if (action === 'application submitted')
    return `The ${by === 'Signer' ? 'signer' : 'applicant'} signed and submitted the application`
  if (action === 'draft handed over')
    return 'The link that was sent to the main email opened the draft in another browser'
  if (action === 'password set' && hasPassword(earlier)) return 'The customer changed the password'
  const titles = sections.map((number) => sectionTitles[number - 1])
  const named = [...titles, ...fields.map(changedLabel)].join(', ')
  const words = actionWords({ by, action, changes: [] })
  return named ? `${words}: ${named}` : words
}

/** Returns whether the customer has a password after these events. A password ends when staff move the sign-in. */
const hasPassword = (events: DocumentEvent[]) =>
  events.findLast(
    ({ action, by }) =>
      action === 'password set' || (action === 'sign-in moved' && by !== 'Customer'),
  )?.action === 'password set'

/** Returns the company's facts for a sheet. Headings have the accent colour only if it can be read on white. */
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
