import { join } from 'node:path'
import { type KeptCopy, keptCopies, unfinishedCopies } from '#db/kept-copies.ts'
import type { Db } from '#db/open.ts'
import { openToOthers } from '#db/rights.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { backupsOf } from '#src/domain/maintenance/backup-age.ts'
import type { Env } from '#src/env.ts'
import { longDate } from '#src/forms/long-date.ts'
import type { Finding } from './doctor/finding.ts'

/**
 * Each copy that the server keeps from before an instant, with the day on which it goes, as lines for an operator. One
 * from the future was made under a wrong clock, and may be of any time.
 */
export const copiesFrom = (env: Env, before: number, now: number): string[] => [
  ...keptCopies(backupsOf(env))
    .filter(({ madeAt }) => madeAt <= before || madeAt > now)
    .map((copy) => untilWhen(env, copy)),
  ...cutOffIn(env).map(
    (path) => `${path}, cut off, until the server starts or makes its next copy`,
  ),
]

/** Copies that were cut off, and copies that still hold somebody who was erased. */
export function copyFindings(env: Env, db: Db, now: number): Finding[] {
  const erasure = db.sqlite.prepare("select max(at) from events where action = 'person erased'")
  const erased = erasure.pluck().get() as number | null
  const held = erased === null ? [] : copiesFrom(env, erased, now)
  const cutOff = cutOffIn(env)
  return [
    ...(held.length > 0
      ? [think('erased', `these still hold data of an erased person: ${held.join('; ')}`)]
      : []),
    ...(cutOff.length > 0
      ? [
          think(
            'cut off',
            `${cutOff.join(', ')}: the server removes them when it starts or makes its next copy`,
          ),
        ]
      : []),
  ]
}

/** Files of the data that others on the machine may read. */
export function rightsFinding({ DATA_DIR }: Env): Finding {
  const open = openToOthers(DATA_DIR)
  if (open.length === 0)
    return { is: 'ok', about: 'rights', words: 'nobody else may read the data' }
  return think(
    'rights',
    `other users of this machine can read ${open.join(', ')}: the next start corrects the files its user owns; for others run chmod 600`,
  )
}

const untilWhen = (env: Env, { name, goesAt }: KeptCopy) =>
  `${join(backupsOf(env), name)} until ${longDate(dateIn(env.APP_TIMEZONE, goesAt))}`

const cutOffIn = (env: Env) =>
  [
    env.DATA_DIR,
    backupsOf(env),
    ...['sending', 'drill'].map((name) => join(backupsOf(env), name)),
  ].flatMap((folder) => unfinishedCopies(folder).map((name) => join(folder, name)))

const think = (about: string, words: string): Finding => ({ is: 'think', about, words })
