import { backupDatabase } from '#db/backup.ts'
import { clearCutOffCopies, copiesIn, thinCopies } from '#db/kept-copies.ts'
import { whenWritable } from '#db/write-lock.ts'
import type { Deps } from '#src/deps.ts'
import { dropExpiredAdminSessions } from '#src/domain/accounts/admin-sessions.ts'
import { dropExpiredClientSessions } from '#src/domain/accounts/client-sessions.ts'
import { dropExpiredPasswordTokens } from '#src/domain/accounts/password-tokens.ts'
import { dropExpiredMoves } from '#src/domain/accounts/sign-in-moves.ts'
import { warnOfLowSpace } from '#src/domain/applications/disk-space.ts'
import { dropExpiredCapabilities } from '#src/domain/applications/draft-access.ts'
import { dropExpiredDraftLinks } from '#src/domain/applications/draft-links.ts'
import { dropIdleDrafts } from '#src/domain/applications/drafts.ts'
import { dropOldAnswers } from '#src/domain/applications/idempotency.ts'
import { dropOldAddresses } from '#src/domain/audit/access-log.ts'
import { mergeSearchDaily } from '#src/domain/dashboard/search-merge.ts'
import { hours, minutes, seconds } from '#src/domain/durations.ts'
import { dropOldEmails } from '#src/domain/privacy/erase.ts'
import { dropRetired } from '#src/domain/privacy/retention.ts'
import { backupsOf } from './backup-age.ts'
import { beginClock, judgeClock, watchClock } from './clock.ts'

/**
 * Starts the hourly clean-up and the backups. Returns a stop function. Expired data is refused by its date anyway, so
 * nothing has to wait for the first clean-up.
 */
export function startKeeping(deps: Deps): () => void {
  beginClock(deps)
  const timers = [
    setTimeout(() => sweep(deps), seconds(2)),
    setInterval(() => sweep(deps), hours(1)),
    setTimeout(() => backUpWhenDue(deps), minutes(5)),
    setInterval(() => backUpWhenDue(deps), hours(1)),
    setTimeout(() => mergeWhenDue(deps), minutes(10)),
    setInterval(() => mergeWhenDue(deps), hours(1)),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

/** One sweep; it deletes nothing while the clock is doubted. A fault, such as a full disk, is loud, and the server goes on: the next one finds what is left. */
export async function sweep(deps: Deps) {
  try {
    await whenWritable(deps.db)
    if (watchClock(deps).believable) await dropWhatRanOut(deps)
    if (deps.draining()) return
    warnOfLowSpace(deps)
    // a process that runs for months has other numbers of rows than the planner remembers from its start
    deps.db.sqlite.pragma('optimize')
  } catch (err) {
    deps.log.error({ err }, 'the sweep failed')
  }
}

/** Rows alone go all at once: 10,000 take some 20 ms. Of cookies there are more, and what hangs on an application takes longer: they go in batches. */
async function dropWhatRanOut(deps: Deps) {
  await dropExpiredCapabilities(deps)
  dropExpiredAdminSessions(deps)
  dropExpiredClientSessions(deps)
  dropExpiredPasswordTokens(deps)
  dropExpiredMoves(deps)
  dropExpiredDraftLinks(deps)
  dropOldAnswers(deps)
  dropOldEmails(deps)
  dropOldAddresses(deps)
  const dropped = await dropIdleDrafts(deps)
  if (dropped > 0) deps.log.info({ dropped }, 'idle drafts removed')
  const retired = await dropRetired(deps)
  if (retired > 0) deps.log.info({ retired }, 'applications removed after their time')
}

/**
 * Backs up if the newest copy is six hours old, then deletes old copies unless the clock is doubted. It goes by the
 * newest copy, not by the start, so a server that restarts often is backed up too.
 */
export async function backUpWhenDue(deps: Deps) {
  const folder = backupsOf(deps.env)
  try {
    clearCutOffCopies(folder)
    // the look comes every hour, a minute early or late
    if (deps.now() - copiesIn(folder, deps.now()).newest >= hours(6) - minutes(5)) {
      const path = await backupDatabase(deps.db, folder, deps.now())
      deps.log.info({ path }, 'database backed up')
    }
    if (!judgeClock(deps.db, deps.now()).believable) return
    const removed = thinCopies(folder, deps.now())
    if (removed > 0) deps.log.info({ removed }, 'backups removed after their time')
  } catch (err) {
    deps.log.error({ err }, 'the backup failed')
  }
}

async function mergeWhenDue(deps: Deps) {
  try {
    await mergeSearchDaily(deps)
  } catch (err) {
    deps.log.error({ err }, 'the search index could not be merged')
  }
}
