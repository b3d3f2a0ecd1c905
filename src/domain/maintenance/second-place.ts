import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { tryLock } from '#db/lock.ts'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'
import type { SendTask, Sent } from '#src/domain/backup-target/send.ts'
import { hours, seconds } from '#src/domain/durations.ts'
import { runInChild } from '#src/domain/low-priority-child.ts'
import type { Env } from '#src/env.ts'
import { type BackupTarget, nameOfTarget } from '#src/security/backup-target.ts'
import { backupsOf } from './backup-age.ts'

/** The last copy that reached the target, and the last failure after it. It lies beside the copies, because no restore may undo it. */
export type SecondPlace = {
  target: string
  sent: { copy: string; at: number } | null
  failed: { at: number; reason: string } | null
}

/** A copy of a gigabyte takes minutes; one that takes this long hangs. */
const longest = hours(5)

/** What is known of the target in use; `null` without one. */
export function secondPlace(env: Env): SecondPlace | null {
  if (!env.BACKUP_TARGET) return null
  const target = nameOfTarget(env.BACKUP_TARGET)
  const path = fileOf(env)
  const kept: SecondPlace | null = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null
  return kept?.target === target ? kept : { target, sent: null, failed: null }
}

/**
 * Puts a copy to the target in a child process and keeps the result. Rejects when it fails, or when another process is
 * sending.
 */
export async function sendToSecondPlace(
  env: Env & { BACKUP_TARGET: BackupTarget },
  childPath: string,
  { copy, now, removeOld }: { copy: string; now: () => number; removeOld: boolean },
  stopping: AbortSignal,
): Promise<Sent> {
  mkdirSync(backupsOf(env), { recursive: true, mode: 0o700 })
  const release = tryLock(join(backupsOf(env), 'sending.lock'), 0)
  if (!release) throw new Error('Another process is sending a copy')
  const before = secondPlace(env)
  const target = nameOfTarget(env.BACKUP_TARGET)
  try {
    const limit = AbortSignal.any([stopping, AbortSignal.timeout(longest)])
    const recipients = env.BACKUP_RECIPIENT
    const task: SendTask = {
      ...placeOptions(env, env.BACKUP_TARGET),
      recipients,
      copy,
      now: now(),
      removeOld,
    }
    const sent = await runInChild<Sent>(childPath, task, limit)
    keep(env, { target, sent: { copy: basename(copy), at: now() }, failed: null })
    return sent
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (!stopping.aborted)
      keep(env, { target, sent: before?.sent ?? null, failed: { at: now(), reason } })
    throw error
  } finally {
    release()
  }
}

/** How a target is reached. */
export function placeOptions(env: Env, target: BackupTarget): PlaceOptions {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = env
  const s3 =
    AWS_ACCESS_KEY_ID && AWS_SECRET_ACCESS_KEY
      ? {
          endpoint: env.S3_ENDPOINT ?? null,
          region: env.AWS_REGION ?? 'us-east-1',
          credentials: {
            accessKeyId: AWS_ACCESS_KEY_ID,
            secretAccessKey: AWS_SECRET_ACCESS_KEY,
            ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
          },
        }
      : null
  return { target, s3, pause: seconds(1) }
}

const fileOf = (env: Env) => join(backupsOf(env), 'second-place.json')

function keep(env: Env, state: SecondPlace) {
  const draft = `${fileOf(env)}.new`
  writeFileSync(draft, JSON.stringify(state), { mode: 0o600 })
  renameSync(draft, fileOf(env))
}
