import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keptCopies } from '#db/kept-copies.ts'
import type { Deps } from '#src/deps.ts'
import { minutes, seconds } from '#src/domain/durations.ts'
import { backupsOf } from './backup-age.ts'
import { lastMadeAt, type SecondPlace } from './second-place.ts'
import { certificatesIn } from './send-to-second-place.ts'

/**
 * The local copy that has to go now, or a fresh one: when the last is too old or outlived, an attempt failed, or a
 * certificate is new. Without it, documents that it sealed could not be imported.
 */
export function dueCopy(
  { env, db, now }: Pick<Deps, 'env' | 'db' | 'now'>,
  known: SecondPlace,
): { local: string | null } | null {
  const { sent, failed } = known
  const fresh = { local: null }
  const isNew = (certificate: string) => !sent?.certificates?.includes(certificate)
  if (failed || sent?.isOutlived || certificatesIn(db).some(isNew)) return fresh
  const last = lastMadeAt(known, now())
  const every = minutes(env.BACKUP_EVERY_MINUTES)
  const local = newestCopy(backupsOf(env), now())
  if (local && local.madeAt > last && now() - local.madeAt < every)
    return { local: join(backupsOf(env), local.name) }
  // half a minute short, because a timer is never exact
  return now() - last >= every - seconds(30) ? fresh : null
}

/** The newest copy that has its manifest, which is written last. */
const newestCopy = (folder: string, now: number) =>
  keptCopies(folder).findLast(
    ({ name, madeAt }) =>
      name.startsWith('countersign-') &&
      madeAt <= now &&
      existsSync(join(folder, `${name}.sha256`)),
  )
