import { join } from 'node:path'
import { backupDatabase, copiesIn, thinBackups } from '#db/backup.ts'
import type { Deps } from '#src/deps.ts'
import { dropExpiredAdminSessions } from './admin-sessions.ts'
import { dropExpiredCapabilities } from './capabilities.ts'
import { dropExpiredClientSessions } from './client-sessions.ts'
import { warnOfLowSpace } from './disk-space.ts'
import { dropExpiredDraftLinks } from './draft-links.ts'
import { dropIdleDrafts } from './drafts.ts'
import { hours, minutes, seconds } from './durations.ts'
import { dropOldLetters } from './erasure.ts'
import { dropExpiredPasswordTokens } from './password-tokens.ts'
import { dropRetired } from './retention.ts'

/**
 * Removes what has run out, soon after the start and every hour, and backs up every six; answers how to stop. What
 * has run out is refused by its date anyhow, so the first answers do not wait for the sweep.
 */
export function startKeeping(deps: Deps): () => void {
  const keep = () => {
    dropExpiredCapabilities(deps)
    dropExpiredAdminSessions(deps)
    dropExpiredClientSessions(deps)
    dropExpiredPasswordTokens(deps)
    dropExpiredDraftLinks(deps)
    const dropped = dropIdleDrafts(deps)
    if (dropped > 0) deps.log.info({ dropped }, 'idle drafts removed')
    const retired = dropRetired(deps)
    if (retired > 0) deps.log.info({ retired }, 'applications removed after their time')
    dropOldLetters(deps)
    warnOfLowSpace(deps)
    // a process that runs for months has other numbers of rows than the planner remembers from its start
    deps.db.sqlite.pragma('optimize')
  }
  const timers = [
    setTimeout(keep, seconds(2)),
    setInterval(keep, hours(1)),
    setInterval(() => backUpWhenDue(deps), hours(1)),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach(clearInterval)
}

/**
 * A checked copy beside the database, unless there is one of the last six hours; one that fails is loud, and the server
 * goes on. The newest copy tells, not the time since the start: a server that is often started anew is copied too.
 */
export async function backUpWhenDue(deps: Deps) {
  const folder = join(deps.env.DATA_DIR, 'backups')
  // the sweep comes every hour, a minute early or late
  if (deps.now() - copiesIn(folder).newest < hours(6) - minutes(5)) return
  try {
    const path = await backupDatabase(deps.db, folder, deps.now())
    deps.log.info({ path, removed: await thinBackups(folder) }, 'database backed up')
  } catch (err) {
    deps.log.error({ err }, 'the backup failed')
  }
}
