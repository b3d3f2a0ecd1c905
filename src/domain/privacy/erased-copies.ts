import { join } from 'node:path'
import { type KeptCopy, keptCopies, retention, unfinishedCopies } from '#db/copies.ts'
import type { Store } from '#src/deps.ts'
import { actionIn } from '#src/domain/audit/actions.ts'
import { backupsOf } from '#src/domain/backup/local-copies.ts'
import { offSiteFolder, repositoryName } from '#src/domain/backup/restic.ts'
import { dateIn } from '#src/domain/calendar.ts'
import type { Env } from '#src/env.ts'
import { longDate } from '#src/forms/dates.ts'

/**
 * Returns the backups that may still hold data of an erased person. Off-site backups are judged by their age alone,
 * because restic needs a while to list them.
 */
export function backupsOfErased(store: Store): string[] {
  const { env, now } = store
  const erased = lastErasure(store)
  if (erased === null) return []
  const offSiteUntil = erased + retention.longest
  return [
    ...copiesFrom(env, erased, now()),
    ...(env.BACKUP_REPOSITORY && now() < offSiteUntil
      ? [`${repositoryName(env)} until ${dayOf(env, offSiteUntil)}`]
      : []),
  ]
}

/** Lists the copies that may hold erased data. A copy from the future counts too: it was made under a wrong clock. */
export const copiesFrom = (env: Env, before: number, now: number): string[] => [
  ...keptCopies(backupsOf(env))
    .filter(({ madeAt }) => madeAt <= before || madeAt > now)
    .map((copy) => untilWhen(env, copy)),
  ...cutOffIn(env).map(
    (path) => `${path}, cut off, until the server starts or makes its next copy`,
  ),
]

const untilWhen = (env: Env, { name, goesAt }: KeptCopy) =>
  `${join(backupsOf(env), name)} until ${dayOf(env, goesAt)}`

export const lastErasure = ({ db }: Store) =>
  db.sqlite
    .prepare<[], number | null>(`select max(at) from events where ${actionIn('person erased')}`)
    .pluck()
    .get() ?? null

export const dayOf = ({ APP_TIMEZONE }: Env, at: number) => longDate(dateIn(APP_TIMEZONE, at))

const cutOffIn = (env: Env) =>
  [env.DATA_DIR, backupsOf(env), offSiteFolder(env)].flatMap((folder) =>
    unfinishedCopies(folder).map((name) => join(folder, name)),
  )
