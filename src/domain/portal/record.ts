import type { Application } from '#src/domain/applications/application.ts'
import type { FieldValue } from '#src/forms/fields/field.ts'
import { portalFields, portalNameOf, portalSections } from '#src/forms/portal/portal.ts'

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

const instant = (at: number | null) => (at === null ? null : new Date(at).toISOString())
