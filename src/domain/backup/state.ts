import { and, eq, gt, inArray, min } from 'drizzle-orm'
import { admins } from '#db/schema/admins.ts'
import { events } from '#db/schema/events.ts'
import { readFact, storeFact } from '#db/schema/installation.ts'
import { transact, type Writing, writable } from '#db/transaction.ts'
import type { HistoryHead } from '#db/volume.ts'
import type { Store } from '#src/deps.ts'
import { actionsWith } from '#src/domain/audit/actions.ts'
import { days, hours, minutes, seconds } from '#src/domain/calendar.ts'
import { repositoryName } from './restic.ts'

export type OffSite = {
  repository: string
  id: string | null
  sent: SentBackup | null
  failed: Failure | null
  forgot: { at: number; reason: string | null } | null
  drill: {
    held: HeldDrill | null
    failed: Failure | null
    toldAt: number | null
  }
}

export type Failure = { at: number; reason: string }

/** `at` is when the copy was made. `hasUnsealed` means that a document in it was still waiting for its seal. */
export type SentBackup = {
  id: string
  at: number
  bytes: number
  head: HistoryHead | null
  hasUnsealed: boolean
}

/** `took` is in milliseconds. */
export type HeldDrill = { at: number; backups: TriedBackup[]; took: number }

/**
 * Both numbers are `null` for a backup with an earlier key, and `documents` is `null` for one of an earlier version,
 * because only its other parts could be checked.
 */
export type TriedBackup = {
  id: string
  madeAt: number
  bytes: number
  events: number | null
  documents: number | null
}

const name = 'off-site-backup'

export function offSite({ db, env }: Store): OffSite | null {
  if (!env.BACKUP_REPOSITORY) return null
  const known = readFact<OffSite>(db, name)
  const repository = repositoryName(env)
  if (known?.repository === repository) return known
  const drill = { held: null, failed: null, toldAt: null }
  return { repository, id: null, sent: null, failed: null, forgot: null, drill }
}

export async function keepOffSite(
  deps: Store,
  change: (current: OffSite) => Partial<OffSite>,
  also: (tx: Writing<Store>) => void = () => {},
) {
  await writable(deps)
  transact(deps, (tx) => {
    const known = offSite(tx)
    if (known) storeOffSite(tx, { ...known, ...change(known) })
    also(tx)
  })
}

export const storeOffSite = ({ db }: Writing<Store>, state: OffSite) => storeFact(db, name, state)

const every = hours(1)

/**
 * In milliseconds. Together with the minute between two checks and the time of sending, this puts a backup off-site
 * within five minutes.
 */
const soon = minutes(3)

const afterFailure = minutes(10)

/**
 * Returns whether a backup is due. None is due before there is an administrator, because the data may be about to be
 * restored.
 */
export function isBackupDue(deps: Store): boolean {
  const known = offSite(deps)
  if (!known || !hasAdministrator(deps)) return false
  const isPast = (at: number, span: number) => !isWithin(deps.now(), at, span - seconds(30))
  const { sent, failed } = known
  if (failed && !isPast(failed.at, afterFailure)) return false
  if (!sent || isPast(sent.at, every) || (sent.hasUnsealed && isPast(sent.at, soon))) return true
  const signed = firstSignedAfter(deps, sent.head?.seq ?? 0)
  return signed !== null && isPast(signed, soon)
}

/**
 * Returns whether a time is less than `span` ago. A time in the future counts as long ago, because it was stored under
 * a wrong clock.
 */
const isWithin = (now: number, at: number, span: number) => at <= now && now - at < span

export const hasAdministrator = ({ db }: Store) =>
  db.orm.select({ id: admins.id }).from(admins).where(eq(admins.role, 'administrator')).get() !==
  undefined

/** Returns the time of the first event after the last backup that makes the backup out of date, or `null`. */
const firstSignedAfter = ({ db }: Store, event: number): number | null =>
  db.orm
    .select({ at: min(events.at) })
    .from(events)
    .where(and(gt(events.seq, event), inArray(events.action, actionsWith('outdatesBackups'))))
    .get()?.at ?? null

/** Returns whether old backups are to be forgotten, which happens once a day. */
export function isForgettingDue(deps: Store): boolean {
  const last = offSite(deps)?.forgot
  return !last || !isWithin(deps.now(), last.at, days(1) - hours(1))
}

export function lateOffSite(deps: Store): { last: string | null } | null {
  const known = offSite(deps)
  if (!known || !hasAdministrator(deps)) return null
  const { sent, failed } = known
  if (!failed && sent && isWithin(deps.now(), sent.at, 3 * every)) return null
  return { last: sent && new Date(sent.at).toISOString() }
}

const drillEvery = days(7)
const drillAfterFailure = days(1)
const drillOverdue = days(8)

export function isDrillDue(deps: Store): boolean {
  const known = offSite(deps)
  if (!known?.sent) return false
  const { held, failed } = known.drill
  if (failed) return !isWithin(deps.now(), failed.at, drillAfterFailure)
  return !held || !isWithin(deps.now(), held.at, drillEvery)
}

export function nextDrill(deps: Store): number | null {
  const { held, failed } = offSite(deps)?.drill ?? {}
  if (isDrillDue(deps)) return null
  if (failed) return failed.at + drillAfterFailure
  return held ? held.at + drillEvery : null
}

export function drillTrouble(
  deps: Store,
): { trouble: 'failed' | 'overdue'; last: string | null } | null {
  const known = offSite(deps)
  if (!known?.sent) return null
  const { held, failed } = known.drill
  const isOverdue = held !== null && deps.now() - held.at > drillOverdue
  if (!failed && !isOverdue) return null
  return {
    trouble: failed ? 'failed' : 'overdue',
    last: held && new Date(held.at).toISOString(),
  }
}
