import { copiesIn } from '#db/kept-copies.ts'
import type { Deps } from '#src/deps.ts'
import { backupsOf } from './backup-age.ts'
import { secondPlace } from './second-place.ts'
import { lateAtSecondPlace } from './send-copies.ts'

type Store = Pick<Deps, 'env' | 'now' | 'log'>

/** The copies beside the database, for a page; `newest` as an ISO instant. A folder that cannot be read is logged. */
export function localBackups({ env, now, log }: Store): { count: number; newest: string | null } {
  try {
    const { count, newest } = copiesIn(backupsOf(env), now())
    return { count, newest: newest === 0 ? null : iso(newest) }
  } catch (err) {
    log.error({ err }, 'the copies cannot be read')
    return { count: 0, newest: null }
  }
}

/** The second place, for a page; instants as ISO texts. `null` without one. */
export function secondPlaceRecord(deps: Store) {
  const known = secondPlace(deps.env)
  if (!known) return null
  const { target, sent, failed } = known
  return {
    name: target,
    isEncrypted: deps.env.BACKUP_RECIPIENT.length > 0,
    everyMinutes: deps.env.BACKUP_EVERY_MINUTES,
    sentAt: sent && iso(sent.at),
    isLate: lateAtSecondPlace(deps) !== null,
    failed: failed && { at: iso(failed.at), reason: failed.reason },
  }
}

const iso = (at: number) => new Date(at).toISOString()
