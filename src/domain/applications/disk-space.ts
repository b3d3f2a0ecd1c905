import { freeBytes } from '#db/free-space.ts'
import type { Deps } from '#src/deps.ts'
import { Refusal } from '#src/domain/refusal.ts'

export const mebibytes = (count: number) => count * 1024 * 1024

/** Free space under which the log warns, and new drafts are refused (rule 347). */
export const spaceLimits = { warn: mebibytes(200), refuse: mebibytes(50) } as const

/** Refuses 'unavailable' while too little is free for a new draft; those under way, decisions and sign-ins go on. */
export function refuseNewWhenFull({ env }: Pick<Deps, 'env'>) {
  if (freeBytes(env.DATA_DIR) >= spaceLimits.refuse) return
  throw new Refusal(
    'unavailable',
    'New applications cannot be taken right now. Please try again later.',
    { retryAfter: 300 },
  )
}

/** What an answer without files takes at most, as a form. */
const textAlone = 128 * 1024

/** Refuses 'unavailable' while too little is free for a form with files of so many bytes, 0 when it does not say. */
export function refuseFilesWhenFull({ env }: Pick<Deps, 'env'>, bytes: number) {
  if (bytes > 0 && bytes <= textAlone) return
  if (freeBytes(env.DATA_DIR) >= spaceLimits.refuse + 2 * bytes) return
  throw new Refusal(
    'unavailable',
    'Files cannot be stored right now. Please try again later, or answer without files.',
    { retryAfter: 300 },
  )
}

/** Logs a warning while the disk runs low. */
export function warnOfLowSpace({ env, log }: Pick<Deps, 'env' | 'log'>) {
  const free = freeBytes(env.DATA_DIR)
  if (free < spaceLimits.warn)
    log.warn({ freeMebibytes: Math.floor(free / mebibytes(1)) }, 'the disk of the data runs low')
}
