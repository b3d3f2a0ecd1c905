import { statSync } from 'node:fs'
import { join } from 'node:path'
import { copiesIn } from '#db/kept-copies.ts'
import type { Deps } from '#src/deps.ts'
import { hours } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'

/** A newest copy older than this means that several in a row have failed. */
export const oldestGoodCopy = hours(24)

/** Where the server puts its copies. */
export const backupsOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'backups')

/**
 * Returns `null` while there is a recent copy, or the database is too young to need one. Otherwise when the last copy was
 * made, as an ISO instant; `last` is `null` for never, or when the folder cannot be read.
 */
export function lateBackup({
  env,
  db,
  log,
  now,
}: Pick<Deps, 'env' | 'db' | 'log' | 'now'>): { last: string | null } | null {
  let newest: number
  try {
    newest = copiesIn(backupsOf(env), now()).newest
  } catch (err) {
    log.error({ err }, 'the copies cannot be read')
    return { last: null }
  }
  // 0 where the file system does not keep it
  const since = newest || statSync(db.sqlite.name).birthtimeMs || now()
  if (now() - since <= oldestGoodCopy) return null
  return { last: newest ? new Date(newest).toISOString() : null }
}
