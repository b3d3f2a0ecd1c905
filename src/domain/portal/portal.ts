import { and, desc, eq } from 'drizzle-orm'
import { events } from '#db/schema/events.ts'
import type { Deps, Store } from '#src/deps.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import {
  type Application,
  authSignatureOf,
  directorsOf,
} from '#src/domain/applications/application.ts'
import { dateIn, instant } from '#src/domain/calendar.ts'
import { requestedSignInAddress } from '#src/domain/clients/client-links.ts'
import { applicationOfClient } from '#src/domain/clients/clients.ts'
import { companyOf, promiseText } from '#src/domain/company/company.ts'
import { approvedAs } from '#src/domain/decisions/decision-record.ts'
import { type DocumentKind, documentsOf } from '#src/domain/documents/stored-documents.ts'
import { cameByImport } from '#src/forms/admin/record-cards.ts'
import { longDate } from '#src/forms/dates.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import { portalFields, portalNameOf, portalSections } from '#src/forms/portal/portal.ts'
import type { Status } from '#src/forms/statuses.ts'
import { editsOf } from './changes-since-signing.ts'
import { filesOf, requestsOf } from './requests.ts'

export function portalOf(deps: Deps, client: ClientActor) {
  const application = applicationOfClient(deps, client)
  return {
    record: portalRecord(application),
    directors: directorsOf(deps, application),
    signature: authSignatureOf(deps, application),
    edits: editsOf(deps, application),
    facts: portalFacts(deps, application),
    questions: questionsTo(deps, application),
    timezone: deps.env.APP_TIMEZONE,
    email: client.email,
    requested: requestedSignInAddress(deps, client.id),
  }
}

export type PortalRecord = Record<string, FieldValue | number> & { status: Status }

/** Returns the record as the portal shows it. It has the customer code only while the application is approved. */
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
    .map(({ id, text, isStanding, takesFiles, askedAt, answer, answeredAt }) => ({
      files: filesOf(deps, id).map(({ id, name, size, isLocked }) => ({
        id,
        name,
        size,
        isLocked,
      })),
      id,
      text,
      isStanding,
      takesFiles,
      askedAt: instant(askedAt),
      answer,
      answeredAt: instant(answeredAt),
    }))

/** Returns what the status card needs in addition to the record. */
export function portalFacts(deps: Store, application: Application) {
  const { env } = deps
  const requests = requestsOf(deps, application)
  return {
    isImported: cameByImport(application),
    isAsked: requests.some(
      ({ isStanding, answeredAt, closedAt }) => !isStanding && !answeredAt && !closedAt,
    ),
    hasAnswered: requests.some(({ answeredAt }) => answeredAt),
    correctedAt: instant(lastAmendment(deps, application)),
    agreed: approvedAs(deps, application),
    promise: promiseText(companyOf(deps)),
    documents: sealedDocuments(deps, application, (at) => longDate(dateIn(env.APP_TIMEZONE, at))),
    acceptedTerms: application.termsVersion,
  }
}

function lastAmendment({ db }: Store, { id }: Application): number | null {
  const byCustomer = and(
    eq(events.application, id),
    eq(events.action, 'application amended'),
    eq(events.actorKind, 'client'),
  )
  const newest = db.orm.select({ at: events.at }).from(events).where(byCustomer)
  return newest.orderBy(desc(events.seq)).limit(1).get()?.at ?? null
}

function sealedDocuments(
  deps: Store,
  application: Application,
  day: (at: number) => string,
): { kind: DocumentKind; day: string }[] {
  const newest = new Map(documentsOf(deps, application.id).map((each) => [each.kind, each]))
  return [...newest.values()].map(({ kind, frozenAt }) => ({ kind, day: day(frozenAt) }))
}
