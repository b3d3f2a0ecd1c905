import { statSync } from 'node:fs'
import type { Db } from '#db/open.ts'
import { secondPlace } from '#src/domain/maintenance/second-place.ts'
import { lateAtSecondPlace } from '#src/domain/maintenance/send-copies.ts'
import {
  lateDocumentsAtSecondPlace,
  unsentDocuments,
} from '#src/domain/second-place/unsent-documents.ts'
import type { Env } from '#src/env.ts'
import type { Finding } from './finding.ts'

/** Whether copies reach a second place. */
export function secondPlaceFinding(env: Env, now: number): Finding {
  const about = 'second'
  const known = secondPlace(env)
  if (!known)
    return {
      is: 'think',
      about,
      words: 'BACKUP_TARGET is not set: if this disk is lost, every copy is lost with it',
    }
  const last = known.sent
    ? `the last copy reached ${known.target} at ${new Date(known.sent.at).toISOString()}`
    : `no copy has reached ${known.target} yet`
  if (known.failed)
    return { is: 'wrong', about, words: `${last}. The last attempt failed: ${known.failed.reason}` }
  if (lateAtSecondPlace({ env, now: () => now })) return { is: 'wrong', about, words: last }
  if (env.BACKUP_TARGET?.kind === 'folder' && sameDisk(env.DATA_DIR, env.BACKUP_TARGET.path))
    return { is: 'think', about, words: `${last}, which is on the same disk as ${env.DATA_DIR}` }
  return { is: 'ok', about, words: last }
}

function sameDisk(one: string, other: string) {
  try {
    return statSync(one).dev === statSync(other).dev
  } catch {
    return false
  }
}

/** Whether sealed documents reach the second place; none without one. */
export function sentDocumentsFinding(db: Db, env: Env, now: number): Finding[] {
  if (!env.BACKUP_TARGET) return []
  const about = 'signed'
  const { waiting, dead, listed } = unsentDocuments({ db })
  if (waiting + dead === 0)
    return [{ is: 'ok', about, words: 'every signed document reached the second place' }]
  const reason = listed.find((row) => row.reason)?.reason
  const waits = waiting === 1 ? '1 signed document waits' : `${waiting} signed documents wait`
  const givenUp = dead === 1 ? '1 was given up' : `${dead} were given up`
  const words = `${waits} to be sent to the second place, or removed there; ${givenUp}${reason ? `: ${reason}` : ''}`
  const late = lateDocumentsAtSecondPlace({ db, env, now: () => now })
  return [{ is: late ? 'wrong' : 'ok', about, words }]
}
