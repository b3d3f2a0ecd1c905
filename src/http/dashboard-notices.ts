import type { Deps } from '#src/deps.ts'
import { wrongCodesOf } from '#src/domain/accounts/wrong-codes.ts'
import type { Admin } from '#src/domain/actor.ts'
import { drillNotice } from '#src/domain/drill/status.ts'
import { stoppedEndpoints } from '#src/domain/integrations/endpoint-list.ts'
import { lateDocuments } from '#src/domain/issuing/waiting.ts'
import { mailStatus } from '#src/domain/mailing/mail-status.ts'
import { lateBackup } from '#src/domain/maintenance/backup-age.ts'
import { deletionsPausedUntil } from '#src/domain/maintenance/clock.ts'
import { lateAtSecondPlace } from '#src/domain/maintenance/send-copies.ts'
import { lateDocumentsAtSecondPlace } from '#src/domain/second-place/unsent-documents.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import type { Notices } from '#src/ui/admin/DashboardNotices.tsx'

/** What needs somebody's attention, for the dashboard of an administrator. */
export const dashboardNotices = (deps: Deps, admin: Admin): Notices => ({
  backup: lateBackup(deps),
  secondPlace: lateAtSecondPlace(deps),
  drill: drillNotice(deps),
  deletionsPausedUntil: deletionsPausedUntil(deps),
  sentDocuments: lateDocumentsAtSecondPlace(deps),
  documents: lateDocuments(deps),
  endpoints: stoppedEndpoints(deps),
  mail: mailStatus(deps),
  mayOpenSettings: mayDo(admin.role, 'settings'),
  wrongCodes: wrongCodesOf(deps, admin),
})
