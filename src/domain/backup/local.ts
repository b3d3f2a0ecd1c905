import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  backupDatabase,
  copiesIn,
  copying,
  removeOldCopies,
  removeUnfinishedCopies,
} from '#db/copies.ts'
import type { Deps, Store } from '#src/deps.ts'
import { requireSpaceForCopy } from '#src/domain/disk-space.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { clockDoubt } from '#src/domain/maintenance/clock.ts'
import type { Env } from '#src/env.ts'

/** A newest copy older than this means that several in a row have failed. */
export const oldestGoodCopy = hours(24)

/** Where the copies beside the database lie. */
export const backupsOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'backups')

/** Whether the newest copy is six hours old: it does not matter how often the server was started since. */
export const isCopyDue = ({ env, now }: Store): boolean =>
  now() - copiesIn(backupsOf(env), now()).newest >= hours(6) - minutes(5)

/**
 * Makes a copy if one is due, then deletes old ones unless the clock is doubted. Returns the path of the new one, and how
 * many were deleted.
 */
export async function copyWhenDue(deps: Store): Promise<{ path: string | null; removed: number }> {
  const { db, env, now } = deps
  const folder = backupsOf(env)
  removeUnfinishedCopies(folder)
  let path: string | null = null
  if (isCopyDue(deps)) {
    requireSpaceForCopy(deps)
    path = await backupDatabase(db, folder, now(), () => copying.inOneGo)
  }
  const removed = clockDoubt(deps) ? 0 : removeOldCopies(folder, now())
  return { path, removed }
}

/** The copies beside the database, for a page; `newest` as an ISO instant. A folder that cannot be read is logged. */
export function localBackups({ env, now, log }: Deps): { count: number; newest: string | null } {
  try {
    const { count, newest } = copiesIn(backupsOf(env), now())
    return { count, newest: newest === 0 ? null : new Date(newest).toISOString() }
  } catch (err) {
    log.error({ err }, 'the copies cannot be read')
    return { count: 0, newest: null }
  }
}

/**
 * Returns `null` while there is a recent copy, or the database is too young to need one. Otherwise when the last copy was
 * made, as an ISO instant; `last` is `null` for never, or when the folder cannot be read.
 */
export function lateBackup(deps: Deps): { last: string | null } | null {
  const { newest } = localBackups(deps)
  // 0 where the file system does not keep it
  const since = newest ? Date.parse(newest) : statSync(deps.db.path).birthtimeMs || deps.now()
  return deps.now() - since <= oldestGoodCopy ? null : { last: newest }
}
