import { existsSync, statSync } from 'node:fs'
import { copiesIn } from '#db/copies.ts'
import { openToOthers } from '#db/files.ts'
import type { Store } from '#src/deps.ts'
import { backupsOf, oldestGoodCopy } from '#src/domain/backup/local.ts'
import { folderOf } from '#src/domain/backup/repository.ts'
import { repositoryName } from '#src/domain/backup/restic.ts'
import { ownSnapshots } from '#src/domain/backup/run.ts'
import { drillTrouble, lateOffSite, offSite } from '#src/domain/backup/state.ts'
import { longInstant } from '#src/domain/calendar.ts'
import { hours } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'
import { databaseOf } from '../command-context.ts'
import { copiesFrom, cutOffIn, lastErasure } from '../person.ts'
import type { Finding } from './finding.ts'

/** The copies beside the database. */
export function copiesFinding(env: Env, now: number): Finding {
  const about = 'backups'
  const folder = backupsOf(env)
  const { count, newest } = copiesIn(folder, now)
  if (newest === 0) {
    if (!existsSync(databaseOf(env))) return { is: 'ok', about, words: 'nothing to copy yet' }
    return think(about, `none in ${folder} yet: the server makes one every 6 hours`)
  }
  const age = now - newest
  const words = `${count} in ${folder}, the newest ${Math.round(age / hours(1))} hours old`
  if (age <= oldestGoodCopy) return { is: 'ok', about, words }
  return { is: 'wrong', about, words: `${words}. Look for "the backup failed" in the log` }
}

/** What the repository holds, as it says itself, and how the last backup and the last drill went. */
export async function offSiteFindings(store: Store): Promise<Finding[]> {
  const about = 'off-site'
  const { env } = store
  if (env.SEND_NOTHING) return [think(about, 'no backup is sent while SEND_NOTHING is set')]
  const known = offSite(store)
  if (!known)
    return [
      think(
        about,
        'BACKUP_REPOSITORY is not set: if this disk is lost, every backup is lost with it',
      ),
    ]
  const name = repositoryName(env)
  const held = await ownSnapshots(store, new AbortController().signal, true).catch(
    (error): Error => error,
  )
  const newest = Array.isArray(held) ? held.at(-1) : undefined
  const words = newest
    ? `${(held as unknown[]).length} backups in ${name}, the newest of ${when(env, newest.madeAt)}`
    : held instanceof Error
      ? `${name} cannot be listed`
      : `no backup in ${name} yet`
  return [sendingFinding(), ...forgettingFinding(), ...drillFindings(store)]

  function sendingFinding(): Finding {
    if (known?.failed)
      return wrong(about, `${words}. The last attempt failed: ${known.failed.reason}`)
    if (held instanceof Error && known?.sent)
      return wrong(about, `${name} cannot be listed: ${held.message}`)
    if (held instanceof Error)
      return think(about, `not used yet; ${name} cannot be listed: ${held.message}`)
    if (known?.sent && lateOffSite(store)) return wrong(about, `${words}: there is one every hour`)
    const folder = folderOf(env)
    if (folder && onSameDisk(env.DATA_DIR, folder))
      return think(about, `${words}, on the same disk as ${env.DATA_DIR}`)
    return newest ? { is: 'ok', about, words } : think(about, `${words}. Run "backup"`)
  }

  function forgettingFinding(): Finding[] {
    const reason = known?.forgot?.reason
    return reason ? [think(about, `old backups could not be forgotten: ${reason}`)] : []
  }
}

function onSameDisk(one: string, other: string) {
  try {
    return statSync(one).dev === statSync(other).dev
  } catch {
    return false
  }
}

/** When a drill last held; none before a backup was sent. */
function drillFindings(store: Store): Finding[] {
  const about = 'drill'
  const known = offSite(store)
  if (!known?.sent) return []
  const { held, failed } = known.drill
  const last = held
    ? `the last one that held was on ${when(store.env, held.at)}`
    : 'none has held yet'
  if (failed)
    return [wrong(about, `${last}. It failed on ${when(store.env, failed.at)}: ${failed.reason}`)]
  if (drillTrouble(store)) return [wrong(about, `${last}: there is one every week`)]
  return [held ? { is: 'ok', about, words: last } : think(about, `not run yet: ${last}`)]
}

/** Copies that were cut off, and copies that still hold somebody who was erased. */
export function copyFindings(store: Store): Finding[] {
  const { env, now } = store
  const erased = lastErasure(store)
  const held = erased === null ? [] : copiesFrom(env, erased, now())
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

const when = ({ APP_TIMEZONE }: Env, at: number) => longInstant(APP_TIMEZONE, at)
const think = (about: string, words: string): Finding => ({ is: 'think', about, words })
const wrong = (about: string, words: string): Finding => ({ is: 'wrong', about, words })
