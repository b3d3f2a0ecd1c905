import type { Store } from '#src/deps.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { isCommonPassword } from '#src/security/common-passwords.ts'
import { QueueFull } from '#src/security/fair-queue.ts'

/** The address of work without a request: a command, or the start of the server. */
export const noAddress = 'none'

/** Hashes a new password for a request from `address`. Refuses 'unavailable' while too many wait. */
export const hashPassword = (
  { passwords }: Store,
  password: string,
  address: string,
): Promise<string> => unlessBusy(passwords.hash(password, address))

/**
 * Whether a password matches a hash; `null` (no account) takes the same time. Refuses 'unavailable' while too many
 * wait.
 */
export const passwordMatches = (
  { passwords }: Store,
  hash: string | null,
  password: string,
  address: string,
): Promise<boolean> => unlessBusy(passwords.matches(hash, password, address))

/** Refuses ('invalid', at `field`) a new password that is one of the most common ones. */
export async function refuseCommonPassword(password: string, field = 'password') {
  if (await isCommonPassword(password)) throw refusalAt(field, 'invalid', refusals.commonPassword)
}

async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal('unavailable', refusals.signInsBusy, { retryAfter: 2 })
  }
}
