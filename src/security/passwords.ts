import { availableParallelism } from 'node:os'
import { Argon2id } from 'oslo/password'
import { networkKey } from './addresses.ts'
import { fairQueue } from './fair-queue.ts'
import { newToken } from './tokens.ts'

/** Networks take turns. Both throw `QueueFull`. */
export type Passwords = {
  hash: (password: string, address: string) => Promise<string>
  /** Without a hash the same work is done on a stand-in; an unreadable hash is a wrong password. */
  matches: (hash: string | null, password: string, address: string) => Promise<boolean>
}

export function createPasswords(
  algorithm = new Argon2id(),
  cores = availableParallelism(),
): Passwords {
  // one core is left to everybody else, where there is more than one
  const atOnce = Math.min(2, Math.max(1, cores - 1))
  // Argon2 takes threads that files and host names need too
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

/** In characters. */
const longestPassword = 128

/** As the forms count: any password that could be set must open the account. */
const fitsLimits = (password: string) => [...password].length <= longestPassword

/** In any case. The list is loaded with the first question. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return dictionary['passwords-common'].includes(password.toLowerCase())
}

/** Also with digits and signs before or after it, such as `Password12345!`. */
export const isPaddedCommonPassword = async (password: string): Promise<boolean> =>
  (await isCommonPassword(password)) ||
  isCommonPassword(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ''))
