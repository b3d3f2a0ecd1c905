import { availableParallelism } from 'node:os'
import { Argon2id } from 'oslo/password'
import { networkKey } from './addresses.ts'
import { fairQueue } from './fair-queue.ts'
import { newToken } from './tokens.ts'

/** Networks take turns. Both functions throw `QueueFull`. */
export type Passwords = {
  hash: (password: string, address: string) => Promise<string>
  /**
   * Does the same work without a hash, so that the time reveals nothing. An unreadable hash counts as a wrong
   * password.
   */
  matches: (hash: string | null, password: string, address: string) => Promise<boolean>
}

export function createPasswords(
  algorithm = new Argon2id(),
  cores = availableParallelism(),
): Passwords {
  // one core is left to everything else, if there are several
  const atOnce = Math.min(2, Math.max(1, cores - 1))
  // Argon2 uses threads that files and host names also need
  const inTurn = fairQueue({ atOnce, mostWaiting: 32 })
  let standIn: Promise<string> | undefined

  async function verify(hash: string | null, password: string): Promise<boolean> {
    standIn ??= algorithm.hash(newToken())
    const other = await standIn
    try {
      return (await algorithm.verify(hash ?? other, password)) && hash !== null
    } catch {
      await algorithm.verify(other, password)
      return false
    }
  }

  return {
    hash: (password, address) => inTurn(networkKey(address), () => algorithm.hash(password)),
    async matches(hash, password, address) {
      const fits = fitsLimits(password)
      return inTurn(networkKey(address), async () => {
        const matches = await verify(hash, fits ? password : '')
        return matches && fits
      })
    },
  }
}

/** Characters. */
const longestPassword = 128

/** Counts as the forms do, because any password that could be set must open the account. */
const fitsLimits = (password: string) => [...password].length <= longestPassword

/** Compares without case. The list is loaded on the first call. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.toLowerCase())
}

/** Also finds passwords with digits and signs before or after a common one, such as `Password12345!`. */
export const isPaddedCommonPassword = async (password: string): Promise<boolean> =>
  (await isCommonPassword(password)) ||
  isCommonPassword(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
