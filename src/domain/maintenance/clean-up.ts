import { emptyLog } from '#db/log.ts'
import type { Deps } from '#src/deps.ts'
import { removeExpiredDraftTokens } from '#src/domain/applications/draft-access.ts'
import { removeExpiredDraftLinks } from '#src/domain/applications/draft-links.ts'
import { remindOfDrafts, removeIdleDrafts } from '#src/domain/applications/idle.ts'
import { removeExpiredRetries } from '#src/domain/applications/retries.ts'
import { removeExpiredSigningBrowsers } from '#src/domain/applications/signing-access.ts'
import { removeOldAddresses } from '#src/domain/audit/access-log.ts'
import { removeExpiredLinks } from '#src/domain/clients/client-links.ts'
import { removeExpiredClientSessions } from '#src/domain/clients/client-sessions.ts'
import { clockDoubt } from '#src/domain/clock.ts'
import { emailDueReviews } from '#src/domain/decisions/trade-account.ts'
import { warnOfLowSpace } from '#src/domain/disk-space.ts'
import { removeOldWebhooks } from '#src/domain/integrations/webhook-request.ts'
import { removeAbandonedFiles } from '#src/domain/portal/answers.ts'
import { remindCustomers } from '#src/domain/portal/requests.ts'
import { removeOldEmails } from '#src/domain/privacy/erase.ts'
import { removeRetired } from '#src/domain/privacy/retention.ts'
import { removeOldSigningRefusals } from '#src/domain/signing/refusals.ts'
import { removeExpiredAdminLinks } from '#src/domain/staff/admin-links.ts'
import { removeExpiredAdminSessions } from '#src/domain/staff/admin-sessions.ts'
import { removeOldAttempts } from '#src/domain/staff/identity-attempts.ts'
import { removeOldInvitations } from '#src/domain/staff/invitations.ts'
import { noteServer } from './running-server.ts'

/**
 * Removes what has expired and reminds customers. While the clock may be wrong, it deletes nothing and reminds nobody.
 */
export async function cleanUp(deps: Deps) {
  try {
    noteServer(deps)
    const doubt = clockDoubt(deps)
    if (doubt) deps.log.warn(doubt)
    else {
      await removeExpired(deps)
      remindCustomers(deps)
      await remindOfDrafts(deps)
      emailDueReviews(deps)
    }
    // the log may still hold the drafts and applications that were just removed
    emptyLog(deps.db)
    if (deps.draining()) return
    warnOfLowSpace(deps)
    // the planner's row counts become outdated in a process that runs for months
    deps.db.sqlite.pragma('optimize')
  } catch (err) {
    deps.log.error({ err }, 'the clean-up failed')
  }
}

async function removeExpired(deps: Deps) {
  removeExpiredDraftTokens(deps)
  removeExpiredAdminSessions(deps)
  removeExpiredClientSessions(deps)
  removeExpiredLinks(deps)
  removeExpiredAdminLinks(deps)
  removeOldInvitations(deps)
  removeOldAttempts(deps)
  removeExpiredDraftLinks(deps)
  removeExpiredSigningBrowsers(deps)
  removeOldSigningRefusals(deps)
  removeAbandonedFiles(deps)
  removeExpiredRetries(deps)
  removeOldEmails(deps)
  removeOldWebhooks(deps)
  removeOldAddresses(deps)
  const idle = await removeIdleDrafts(deps)
  if (idle > 0) deps.log.info({ removed: idle }, 'idle drafts removed')
  const retired = await removeRetired(deps)
  if (retired > 0) deps.log.info({ removed: retired }, 'applications removed after their time')
}
