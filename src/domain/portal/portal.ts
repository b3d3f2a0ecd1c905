import { and, desc, eq } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import type { Deps, Store } from '#src/deps.ts'
import { requestedSignInAddress } from '#src/domain/accounts/client-links.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { statusesWithPdf } from '#src/domain/applications/access.ts'
import {
  type Application,
  authSignatureOf,
  directorsOf,
} from '#src/domain/applications/application.ts'
import { dateIn, instant } from '#src/domain/calendar.ts'
import { companyOf, promiseText } from '#src/domain/company/company.ts'
import { amended } from '#src/domain/documents/document-events.ts'
import { type DocumentKind, documentsOf } from '#src/domain/documents/stored-documents.ts'
import { approvedAs } from '#src/domain/review/decision-record.ts'
import { cameByImport } from '#src/forms/admin/record-cards.ts'
import { longDate } from '#src/forms/dates.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import { portalFields, portalNameOf, portalSections } from '#src/forms/portal/portal.ts'
import { editsOf } from './edits.ts'
import { filesOf, requestsOf } from './requests.ts'

export function portalOf(deps: Deps, client: ClientActor) {
  const application = applicationOfClient(deps, client)
  return {
    record: portalRecord(application),
    directors: directorsOf(deps, application),
    signature: authSignatureOf(deps, application),
    edits: editsOf(deps, application),
    status: portalStatus(deps, application),
    questions: questionsTo(deps, application),
    timezone: deps.env.APP_TIMEZONE,
    email: client.email,
    requested: requestedSignInAddress(deps, client.id),
  }
}

export type PortalRecord = Record<string, FieldValue | number>

/** The customer code is there while the application is approved. */
export function portalRecord(application: Application): PortalRecord {
  const stored = application as unknown as Record<string, FieldValue>
  const { id, status, completionPercentage, customerCode, rejectionReason } = application
  return {
    id,
    status,
    version: application.version,
    completionPercentage,
    createdAt: instant(application.createdAt),
    updatedAt: instant(application.updatedAt),
    submittedAt: instant(application.submittedAt),
    approvedAt: instant(application.approvedAt),
    rejectedAt: instant(application.rejectedAt),
    rejectionReason,
    customerCode: status === 'approved' ? customerCode : null,
    closedOn: application.closedOn,
    ...Object.fromEntries(
      portalSections
        .flatMap(portalFields)
        .map((name) => [
          portalNameOf(name),
          stored[name] ?? (name === 'businessTypes' ? [] : null),
        ]),
    ),
  }
}

const questionsTo = (deps: Deps, application: Application) =>
  requestsOf(deps, application)
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id, text, askedAt, answer, answeredAt }) => ({
      files: filesOf(deps, id).map(({ id, name, size, isLocked }) => ({
        id,
        name,
        size,
        isLocked,
      })),
      id,
      text,
      askedAt: instant(askedAt),
      answer,
      answeredAt: instant(answeredAt),
    }))

export function portalStatus(deps: Store, application: Application) {
  const { env } = deps
  const { status, customerCode, rejectionReason, closedOn } = application
  const isClosed = closedOn !== null
  const day = (at: number | null) => (at === null ? 'N/A' : longDate(dateIn(env.APP_TIMEZONE, at)))
  const isImported = cameByImport(application)
  const { next, step, ...words } = presentWords(deps, application, isImported)
  const facts = [
    isImported
      ? { label: 'On file since', value: day(application.createdAt) }
      : { label: 'Submitted', value: day(application.submittedAt) },
  ]
  if (status === 'approved') {
    if (application.approvedAt !== null)
      facts.push({ label: 'Approved', value: day(application.approvedAt) })
    facts.push(...approvedAs(deps, application))
  }
  if (isClosed) facts.push({ label: 'Closed', value: longDate(closedOn) })
  if (status === 'rejected') facts.push({ label: 'Rejected', value: day(application.rejectedAt) })
  return {
    ...words,
    step: isClosed ? 2 : step,
    isClosed,
    signedOn: day(application.submittedAt),
    next: next.replace('{promise}', promiseText(companyOf(deps))),
    steps: [
      isImported ? 'On file' : 'Submitted',
      ...(isImported || isClosed ? [] : ['Under review']),
      decisions[status] ?? 'Decision',
      ...(isClosed ? ['Closed'] : []),
    ],
    facts,
    reason: status === 'rejected' ? rejectionReason : null,
    customerCode: status === 'approved' ? customerCode : null,
    hasPdf: statusesWithPdf.includes(status),
    documents: sealedDocuments(deps, application, day),
    acceptedTerms: application.termsVersion,
    isRejected: application.status === 'rejected',
    isImported,
  }
}

function presentWords(deps: Store, application: Application, isImported: boolean): Words {
  const { status, rejectionReason, rejectedAt, closedOn } = application
  const requests = requestsOf(deps, application)
  if (requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt)) return questionWords
  if (status === 'submitted' && requests.some(({ answeredAt }) => answeredAt)) return answeredWords
  const known = (isImported ? importedWords[status] : wordsFor[status]) ?? unknown
  if (closedOn) return { ...known, ...closedWords }
  if (status !== 'rejected') return known
  const corrected = lastAmendment(deps, application)
  if (corrected > (rejectedAt ?? 0)) {
    const day = longDate(dateIn(deps.env.APP_TIMEZONE, corrected))
    return { ...known, next: `You changed your details on ${day}. ${lookAgain}` }
  }
  if (rejectionReason) return known
  return { ...known, next: 'Please write to us if you want to know why.' }
}

function lastAmendment({ db }: Store, { id }: Application): number {
  const byCustomer = and(
    eq(events.application, id),
    eq(events.action, amended),
    eq(events.actorKind, 'client'),
  )
  const newest = db.orm.select({ at: events.at }).from(events).where(byCustomer)
  return newest.orderBy(desc(events.seq)).limit(1).get()?.at ?? 0
}

const lookAgain = 'Write to us, and we can look at your application again.'

function sealedDocuments(
  deps: Store,
  application: Application,
  day: (at: number) => string,
): { kind: DocumentKind; day: string }[] {
  const newest = new Map(documentsOf(deps, application.id).map((each) => [each.kind, each]))
  return [...newest.values()].map(({ kind, frozenAt }) => ({ kind, day: day(frozenAt) }))
}

type Words = {
  badge: { tone: 'good' | 'bad' | 'open' | 'quiet'; label: string }
  /** `{promise}` is replaced by the time to an answer. */
  headline: string
  next: string
  step: number
}

/** Draft is the badge of every status that the portal has no word for. */
const unknown: Words = {
  badge: { tone: 'quiet', label: 'Draft' },
  headline: 'Your application has not been submitted yet',
  next: 'Complete the registration form and submit it, so that our accounts team can review it.',
  step: 0,
}

/** A request is open only while the application is submitted. */
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

const wordsFor: Record<string, Words> = {
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

/** From an earlier system: these customers submitted and signed nothing here. */
const importedWords: Record<string, Words> = {
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

const decisions: Record<string, string> = {
  approved: 'Approved',
  rejected: 'Not approved',
  completed: 'Completed',
}
