import type { Deps } from '#src/deps.ts'
import { requestedSignInAddress } from '#src/domain/accounts/client-links.ts'
import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import type { ClientActor } from '#src/domain/actor.ts'
import { type Application, directorsOf } from '#src/domain/applications/application.ts'
import { filesOf, requestsOf } from '#src/domain/requests/requests.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import { portalFields, portalNameOf, portalSections } from '#src/forms/portal/portal.ts'
import { portalStatus } from './status.ts'

/** What the portal shows to a customer: the application, its status and requests, and the address of the sign-in. */
export function portalOf(deps: Deps, client: ClientActor) {
  const application = applicationOfClient(deps, client)
  return {
    record: portalRecord(application),
    directors: directorsOf(deps, application),
    status: portalStatus(deps, application),
    questions: questionsTo(deps, application),
    timezone: deps.env.APP_TIMEZONE,
    email: client.email,
    requested: requestedSignInAddress(deps, client.id),
  }
}

/** An application as its customer reads it, bare. */
export type PortalRecord = Record<string, FieldValue | number>

/**
 * The portal's record: its own names, and the form's for the fields that its list leaves out (rule 130). Instants are
 * ISO, and the customer code is there while the application is approved.
 */
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

/** What a customer was asked, newest first: the open request, and those that were answered. Instants are ISO in UTC. */
const questionsTo = (deps: Deps, application: Application) =>
  requestsOf(deps, application)
    .filter(({ closedAt }) => closedAt === null)
    .map(({ id, text, askedAt, answer, answeredAt }) => ({
      files: filesOf(deps, id).map(({ name, size }) => ({ name, size })),
      id,
      text,
      askedAt: new Date(askedAt).toISOString(),
      answer,
      answeredAt: instant(answeredAt),
    }))

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
