import { statSync } from 'node:fs'
import { join } from 'node:path'
import { copiesIn } from '#db/kept-copies.ts'
import type { Db } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'

/** A newest copy older than this means that several in a row have failed (reference D21). */
export const oldestGoodCopy = hours(24)

/** Where the server puts its copies. */
export const backupsOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'backups')

/**
 * What an administrator has to know of the copies: when the last one was made, as an ISO instant, and `null` for never or
 * for a folder that cannot be read. Nothing while all is well, and nothing about a database that is younger than its
 * first copy may be. While all is well, the folder is listed once a minute: that takes 0.07 ms of a dashboard's 0.9.
 */
export function lateBackup({
  env,
  db,
  log,
  now,
}: Pick<Deps, 'env' | 'db' | 'log' | 'now'>): { last: string | null } | null {
  if (now() <= (wellUntil.get(db) ?? 0)) return null
  let newest: number
  try {
    newest = copiesIn(backupsOf(env), now()).newest
  } catch (err) {
    log.error({ err }, 'the copies cannot be read')
    return { last: null }
  }
  // 0 where the file system does not keep it
  const since = newest || statSync(db.sqlite.name).birthtimeMs || now()
  if (now() - since > oldestGoodCopy)
    return { last: newest ? new Date(newest).toISOString() : null }
  wellUntil.set(db, Math.min(now() + minutes(1), since + oldestGoodCopy))
  return null
}

const wellUntil = new WeakMap<Db, number>()
