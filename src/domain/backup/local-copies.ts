import { statSync } from 'node:fs'
import { join } from 'node:path'
import { backupDatabase, copiesIn, removeOldCopies, removeUnfinishedCopies } from '#db/copies.ts'
import type { Deps, Store } from '#src/deps.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { requireSpaceForCopy } from '#src/domain/disk-space.ts'
import type { Env } from '#src/env.ts'

export const backupsOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'backups')

export const isCopyDue = ({ env, now }: Store): boolean =>
  now() - copiesIn(backupsOf(env), now()).newest >= hours(6) - minutes(5)

export type Copy = { path: string; removed: number }

/**
 * Makes a checked copy of the database in the folder of backups, and removes old copies if `removesOld` is true. It
 * only reads the database.
 */
export async function makeCopy(deps: Store, removesOld: boolean): Promise<Copy> {
  const { db, env, now } = deps
  const folder = backupsOf(env)
  removeUnfinishedCopies(folder)
  requireSpaceForCopy(deps)
  const path = await backupDatabase(db, folder, now())
  return { path, removed: removesOld ? removeOldCopies(folder, now()) : 0 }
}

export function localBackups({ env, now, log }: Deps): { count: number; newest: string | null } {
  try {
    const { count, newest } = copiesIn(backupsOf(env), now())
    return { count, newest: newest === 0 ? null : new Date(newest).toISOString() }
  } catch (err) {
    log.error({ err }, 'the copies cannot be read')
    return { count: 0, newest: null }
  }
}

export const oldestGoodCopy = hours(24)

export function lateBackup(deps: Deps): { last: string | null } | null {
  const { newest } = localBackups(deps)
  // some file systems do not store when a file was created, and return 0
  const since = newest ? Date.parse(newest) : statSync(deps.db.path).birthtimeMs || deps.now()
  return deps.now() - since <= oldestGoodCopy ? null : { last: newest }
}
