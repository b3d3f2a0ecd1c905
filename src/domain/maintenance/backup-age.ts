import { statSync } from 'node:fs'
import { join } from 'node:path'
import { copiesIn } from '#db/kept-copies.ts'
import type { Db } from '#db/open.ts'
import type { Deps } from '#src/deps.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'

/** A newest copy older than this means that several in a row have failed (rule 340). */
export const oldestGoodCopy = hours(24)

/** Where the server puts its copies. */
export const backupsOf = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>) => join(DATA_DIR, 'backups')

/**
 * Warns of old or missing backups: the ISO instant of the newest one, `null` for none, nothing while all is well. The
 * folder is then read once a minute only.
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
