import { backupDatabase } from '#db/backup.ts'
import { copiesIn, removeOldCopies, removeUnfinishedCopies } from '#db/kept-copies.ts'
import { rewritable, vacuumUpTo } from '#db/vacuum.ts'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { removeExpiredAdminSessions } from '#src/domain/accounts/admin-sessions.ts'
import { removeExpiredClientSessions } from '#src/domain/accounts/client-sessions.ts'
import { removeExpiredPasswordTokens } from '#src/domain/accounts/password-tokens.ts'
import { removeExpiredMoves } from '#src/domain/accounts/sign-in-moves.ts'
import { warnOfLowSpace } from '#src/domain/applications/disk-space.ts'
import { removeExpiredDraftTokens } from '#src/domain/applications/draft-access.ts'
import { removeExpiredDraftLinks } from '#src/domain/applications/draft-links.ts'
import { removeIdleDrafts } from '#src/domain/applications/drafts.ts'
import { removeExpiredRetries } from '#src/domain/applications/idempotency.ts'
import { removeOldAddresses } from '#src/domain/audit/access-log.ts'
import { hourIn } from '#src/domain/calendar.ts'
import { removeWaitingFiles } from '#src/domain/customers/steps.ts'
import { remindOfDrafts } from '#src/domain/drafts/remind.ts'
import { hours, minutes, seconds } from '#src/domain/durations.ts'
import { removeOldWebhooks } from '#src/domain/integrations/webhook-answers.ts'
import { removeOldInvitations } from '#src/domain/invitations/invitations.ts'
import { removeOldDocumentRows } from '#src/domain/outbox/document-queue.ts'
import { removeOldEmails } from '#src/domain/privacy/erase.ts'
import { removeRetired } from '#src/domain/privacy/retention.ts'
import { remindCustomers } from '#src/domain/requests/remind.ts'
import { removeAbandonedFiles } from '#src/domain/requests/staged-files.ts'
import { backupsOf } from './backup-age.ts'
import { beginClock, judgeClock, watchClock } from './clock.ts'
import { optimizeSearchIndex } from './search-index.ts'

/** At three in the morning the file is rewritten, because writes wait meanwhile. */
const quietHour = 3

/**
 * Cleans up and backs up every hour; returns how to stop. Expired rows are refused anyway, so the first clean-up comes
 * after the first requests; a first backup, which may be large, later still.
 */
export function startMaintenance(deps: Deps): () => void {
  beginClock(deps)
  const timers = [
    setTimeout(() => cleanUp(deps), seconds(2)),
    setInterval(() => cleanUp(deps), hours(1)),
    setTimeout(() => backUpWhenDue(deps), minutes(5)),
    setInterval(() => backUpWhenDue(deps), hours(1)),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

/** Deletes nothing and reminds nobody while the clock is doubted. A failure, such as a full disk, is logged; the next run does the rest. */
export async function cleanUp(deps: Deps) {
  try {
    await whenWritable(deps.db)
    if (watchClock(deps).believable) {
      await removeExpired(deps)
      remindCustomers(deps)
      await remindOfDrafts(deps)
    }
    if (deps.draining()) return
    warnOfLowSpace(deps)
    // a process that runs for months has other numbers of rows than the planner remembers from its start
    deps.db.sqlite.pragma('optimize')
    await optimizeSearchIndex(deps)
    if (hourIn(deps.env.APP_TIMEZONE, deps.now()) === quietHour)
      await vacuumUpTo(deps.db, rewritable.atNight)
  } catch (err) {
    deps.log.error({ err }, 'the clean-up failed')
  }
}

/** Plain rows go all at once; cookies, which are many, and applications, which have much attached, go in batches. */
async function removeExpired(deps: Deps) {
  await removeExpiredDraftTokens(deps)
  removeExpiredAdminSessions(deps)
  removeExpiredClientSessions(deps)
  removeExpiredPasswordTokens(deps)
  removeExpiredMoves(deps)
  removeOldInvitations(deps)
  removeExpiredDraftLinks(deps)
  removeAbandonedFiles(deps)
  removeWaitingFiles(deps)
  removeExpiredRetries(deps)
  removeOldEmails(deps)
  removeOldWebhooks(deps)
  removeOldDocumentRows(deps)
  removeOldAddresses(deps)
  const idle = await removeIdleDrafts(deps)
  if (idle > 0) deps.log.info({ removed: idle }, 'idle drafts removed')
  const retired = await removeRetired(deps)
  if (retired > 0) deps.log.info({ removed: retired }, 'applications removed after their time')
}

/**
 * Backs up if the newest copy is six hours old, then deletes old copies unless the clock is doubted. It goes by the
 * newest copy, not by the start, so a server that restarts often is backed up too.
 */
export async function backUpWhenDue(deps: Deps) {
  const folder = backupsOf(deps.env)
  try {
    removeUnfinishedCopies(folder)
    // a few minutes short, because the hourly timer may be late
    if (deps.now() - copiesIn(folder, deps.now()).newest >= hours(6) - minutes(5)) {
      const path = await backupDatabase(deps.db, folder, deps.now())
      deps.log.info({ path }, 'database backed up')
    }
    if (!judgeClock(deps.db, deps.now()).believable) return
    const removed = removeOldCopies(folder, deps.now())
    if (removed > 0) deps.log.info({ removed }, 'backups removed after their time')
  } catch (err) {
    deps.log.error({ err }, 'the backup failed')
  }
}
