import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { lateBackup } from '#src/domain/backup/local-copies.ts'
import { drillTrouble, lateOffSite } from '#src/domain/backup/state.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { hasName } from '#src/domain/company/company.ts'
import { shortageOf } from '#src/domain/disk-space.ts'
import { lateDocuments, refusedDocuments } from '#src/domain/documents/stored-documents.ts'
import { failingEndpoints } from '#src/domain/integrations/webhook-endpoints.ts'
import { mailStatus } from '#src/domain/mailing/status.ts'
import { lostEvents, lostWords } from '#src/domain/maintenance/data-folder.ts'
import { version } from '#src/domain/maintenance/health.ts'
import { historyChecked, historyFault } from '#src/domain/maintenance/history-check.ts'
import { silentProxyWords } from '#src/domain/maintenance/running-server.ts'
import { codesLeftAfterUse, wrongCodesOf } from '#src/domain/staff/second-factor.ts'
import { mayDo } from '#src/forms/admin/roles.ts'

export const dashboardNotices = (deps: Deps, admin: Admin) => ({
  version,
  disk: shortageOf(deps),
  backup: lateBackup(deps),
  offSite: lateOffSite(deps),
  drill: drillTrouble(deps),
  history: historyFault(deps),
  checked: historyChecked(deps),
  clock: clockDoubt(deps),
  lost: lostNotice(deps),
  proxy: deps.proxy.silent && silentProxyWords(deps.proxy.silent),
  documents: lateDocuments(deps),
  refused: refusedDocuments(deps),
  hasName: hasName(deps),
  waitsForClock: deps.sealing.waitsForClock,
  endpoints: failingEndpoints(deps),
  mail: mailStatus(deps),
  mayOpenSettings: mayDo(admin.role, 'settings'),
  wrongCodes: wrongCodesOf(deps, admin),
  codesLeft: codesLeftAfterUse(deps, admin),
})

function lostNotice(deps: Deps) {
  const lost = lostEvents(deps)
  return lost && lostWords(deps.env.APP_TIMEZONE, lost)
}
