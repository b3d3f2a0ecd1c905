import type { PortalRecord, portalFacts } from '#src/domain/portal/portal.ts'
import { statusesWithPdf } from '#src/forms/portal/portal.ts'
import type { Status } from '#src/forms/statuses.ts'
import { longDay } from '#src/ui/record/dates.ts'

export type PortalFacts = ReturnType<typeof portalFacts>

/** Returns the texts of the status card, on the server and in the browser. */
export function portalStatus(record: PortalRecord, facts: PortalFacts, timezone: string) {
  const { status } = record
  const isClosed = record.closedOn !== null
  const { isImported } = facts
  const day = (name: string) => longDay(textAt(record, name), timezone) ?? 'N/A'
  const { next, step, ...words } = presentWords(record, facts, timezone)
  const rows = [
    isImported
      ? { label: 'On file since', value: day('createdAt') }
      : { label: 'Submitted', value: day('submittedAt') },
  ]
  if (status === 'approved') {
    if (record.approvedAt !== null) rows.push({ label: 'Approved', value: day('approvedAt') })
    rows.push(...facts.agreed)
  }
  if (isClosed) rows.push({ label: 'Closed', value: day('closedOn') })
  if (status === 'rejected') rows.push({ label: 'Rejected', value: day('rejectedAt') })
  return {
    ...words,
    step: isClosed ? 2 : step,
    isClosed,
    next: next.replace('{promise}', facts.promise),
    steps: [
      isImported ? 'On file' : 'Submitted',
      ...(isImported || isClosed ? [] : ['Under review']),
      decisions[status] ?? 'Decision',
      ...(isClosed ? ['Closed'] : []),
    ],
    rows,
    reason: status === 'rejected' ? textAt(record, 'rejectionReason') : null,
    customerCode: status === 'approved' ? textAt(record, 'customerCode') : null,
    hasPdf: statusesWithPdf.includes(status),
    isRejected: status === 'rejected',
  }
}

/** Returns a field of the record if it is a text. */
export function textAt(record: PortalRecord, name: string): string | null {
  const value = record[name]
  return value === null || value === undefined ? null : String(value)
}

function presentWords(record: PortalRecord, facts: PortalFacts, timezone: string): Words {
  const { status } = record
  const reason = textAt(record, 'rejectionReason')
  if (facts.isAsked) return questionWords
  if (status === 'submitted' && facts.hasAnswered) return answeredWords
  const known = (facts.isImported ? importedWords[status] : wordsFor[status]) ?? unknown
  if (record.closedOn !== null) return { ...known, ...closedWords }
  if (status !== 'rejected') return known
  const { correctedAt } = facts
  if (correctedAt && correctedAt > (textAt(record, 'rejectedAt') ?? '')) {
    const day = longDay(correctedAt, timezone)
    return { ...known, next: `You changed your details on ${day}. ${lookAgain}` }
  }
  if (reason) return known
  return { ...known, next: 'Please write to us if you want to know why.' }
}

const lookAgain = 'Write to us, and we can look at your application again.'

type Words = {
  badge: { tone: 'good' | 'bad' | 'open' | 'quiet'; label: string }
  /** `{promise}` is replaced by the time to an answer. */
  headline: string
  next: string
  step: number
}

/** The words of every status that the portal does not name, with the badge Draft. */
const unknown: Words = {
  badge: { tone: 'quiet', label: 'Draft' },
  headline: 'Your application has not been submitted yet',
  next: 'Complete the registration form and submit it, so that our accounts team can review it.',
  step: 0,
}

/** The words while a request is open, which is only possible while the application is submitted. */
const questionWords: Words = {
  badge: { tone: 'open', label: 'Under Review' },
  headline: 'We need more information from you',
  next: 'Please answer the question above. We will carry on as soon as we have your answer.',
  step: 1,
}

const submittedWords: Words = {
  badge: { tone: 'open', label: 'Under Review' },
  headline: 'We have your application',
  next: 'Our accounts team is reviewing it and will contact you within {promise}. You do not need to do anything.',
  step: 1,
}

const answeredWords: Words = {
  ...submittedWords,
  headline: 'We have your answer',
  next: 'Our accounts team is continuing the review. You do not need to do anything.',
}

const wordsFor: Partial<Record<Status, Words>> = {
  submitted: submittedWords,
  approved: {
    badge: { tone: 'good', label: 'Approved' },
    headline: 'Your trade account is open',
    next: 'Please quote your customer code with every order.',
    step: 2,
  },
  rejected: {
    badge: { tone: 'bad', label: 'Rejected' },
    headline: 'We could not approve your application',
    next: `Correct your details below. ${lookAgain}`,
    step: 2,
  },
  completed: {
    badge: { tone: 'good', label: 'Completed' },
    headline: 'Your application is complete',
    next: 'You do not need to do anything. Please keep your details below up to date.',
    step: 2,
  },
}

const closedWords = {
  headline: 'Your trade account is closed',
  next: 'You can still read your details and your documents here, but not change them. If you need the account again, write to us.',
}

/** The words for imported customers, who submitted and signed nothing here. */
const importedWords: Partial<Record<Status, Words>> = {
  approved: {
    badge: { tone: 'good', label: 'Approved' },
    headline: 'Your trade account is open',
    next: 'Please quote your customer code with every order. We brought your details over from our earlier records and nothing was signed here, so please check them below.',
    step: 1,
  },
  rejected: {
    badge: { tone: 'bad', label: 'Rejected' },
    headline: 'Your trade account is not approved any more',
    next: `Correct your details below. ${lookAgain}`,
    step: 1,
  },
}

const decisions: Partial<Record<Status, string>> = {
  approved: 'Approved',
  rejected: 'Not approved',
  completed: 'Completed',
}
