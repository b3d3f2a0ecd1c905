import { mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tryLock } from '#db/lock.ts'
import type { Db } from '#db/open.ts'
import { openForReading } from '#db/read.ts'
import { documentCertificates } from '#db/schema/documents.ts'
import type { SendTask, Sent } from '#src/domain/backup-target/send.ts'
import { hours } from '#src/domain/durations.ts'
import { runInChild } from '#src/domain/low-priority-child.ts'
import type { Env } from '#src/env.ts'
import { type BackupTarget, nameOfTarget } from '#src/security/backup-target.ts'
import { backupsOf } from './backup-age.ts'
import { keepSecondPlace, placeOptions, secondPlace } from './second-place.ts'

/** A copy of a gigabyte takes minutes; one that takes this long hangs. */
const longest = hours(5)

/** `copy` returns the path of the copy to send; it is called once no other process is sending. */
export type SendRequest = {
  copy: () => Promise<string>
  now: () => number
  removeOld: boolean
}

/**
 * Puts a copy to the target in a child process and keeps the result. Rejects when it fails, or when another process is
 * sending.
 */
export async function sendToSecondPlace(
  env: Env & { BACKUP_TARGET: BackupTarget },
  childPath: string,
  { copy, now, removeOld }: SendRequest,
  stopping: AbortSignal,
): Promise<Sent> {
  mkdirSync(backupsOf(env), { recursive: true, mode: 0o700 })
  const release = tryLock(join(backupsOf(env), 'sending.lock'), 0)
  if (!release) throw new Error('Another process is sending a copy')
  const before = secondPlace(env)
  const target = nameOfTarget(env.BACKUP_TARGET)
  const since = before?.since ?? null
  try {
    const path = await copy()
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(longest)])
    const recipients = env.BACKUP_RECIPIENT
    const task: SendTask = {
      ...placeOptions(env, env.BACKUP_TARGET),
      recipients,
      copy: path,
      now: now(),
      removeOld,
    }
    const sent = await runInChild<Sent>(childPath, task, limit)
    const arrived = { copy: basename(path), at: now(), certificates: certificatesOf(path) }
    keepSecondPlace(env, { target, since, sent: arrived, failed: null })
    return sent
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!stopping.aborted)
      keepSecondPlace(env, {
        target,
        since,
        sent: before?.sent ?? null,
        failed: { at: now(), reason },
      })
    throw error
  } finally {
    release()
  }
}

/** The fingerprints of the certificates that have sealed documents. */
export const certificatesIn = ({ orm }: Db): string[] =>
  orm
    .select({ fingerprint: documentCertificates.fingerprint })
    .from(documentCertificates)
    .all()
    .map(({ fingerprint }) => fingerprint)

function certificatesOf(copy: string): string[] {
  const db = openForReading(copy)
  try {
    return certificatesIn(db)
  } finally {
    db.sqlite.close()
  }
}
