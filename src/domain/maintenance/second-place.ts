import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { keptCopy } from '#db/kept-copies.ts'
import type { PlaceOptions } from '#src/domain/backup-target/place.ts'
import { seconds } from '#src/domain/durations.ts'
import type { Env } from '#src/env.ts'
import { type BackupTarget, nameOfTarget } from '#src/security/backup-target.ts'
import { backupsOf } from './backup-age.ts'

/** The last copy that reached the target, and the last failure after it. It lies beside the copies, because no restore may undo it. */
export type SecondPlace = {
  target: string
  /** When a server that is in use first ran with this target; `null` before that. */
  since: number | null
  sent: SentCopy | null
  failed: { at: number; reason: string } | null
}

/**
 * `certificates` are the fingerprints of those in the copy that sealed documents. `isOutlived` once another database was
 * restored here, or the keys were rotated: then a fresh copy goes at once.
 */
type SentCopy = { copy: string; at: number; certificates: string[]; isOutlived?: boolean }

/** What is known of the target in use; `null` without one. */
export function secondPlace(env: Env): SecondPlace | null {
  if (!env.BACKUP_TARGET) return null
  const target = nameOfTarget(env.BACKUP_TARGET)
  const kept = readState(env)
  return kept?.target === target
    ? { ...kept, since: kept.since ?? null }
    : { target, since: null, sent: null, failed: null }
}

/** Keeps since when the target is in use. */
export function noteTarget(env: Env, now: number) {
  const known = secondPlace(env)
  if (known && known.since === null) keepSecondPlace(env, { ...known, since: now })
}

/** Lets a fresh copy go at the next start, because the last one that was sent is not of this database or its key. */
export function outliveSentCopy(env: Env) {
  const known = secondPlace(env)
  if (known?.sent) keepSecondPlace(env, { ...known, sent: { ...known.sent, isOutlived: true } })
}

export function keepSecondPlace(env: Env, state: SecondPlace) {
  mkdirSync(backupsOf(env), { recursive: true, mode: 0o700 })
  const draft = `${fileOf(env)}.new`
  const file = openSync(draft, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(state))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(draft, fileOf(env))
}

/** When the last copy that arrived was made; 0 without one, or when a wrong clock put it in the future. */
export function lastMadeAt({ sent }: SecondPlace, now: number): number {
  const at = sent ? (keptCopy(sent.copy)?.madeAt ?? sent.at) : 0
  return at <= now ? at : 0
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

/** `null` when there is none. One that cannot be read counts as none, so a copy is sent again. */
function readState(env: Env): SecondPlace | null {
  if (!existsSync(fileOf(env))) return null
  try {
    return JSON.parse(readFileSync(fileOf(env), 'utf8'))
  } catch {
    return null
  }
}
