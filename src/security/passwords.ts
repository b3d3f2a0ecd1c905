import { availableParallelism } from 'node:os'
import { Argon2id } from 'oslo/password'
import { networkKey } from './addresses.ts'
import { fairQueue } from './fair-queue.ts'
import { newToken } from './tokens.ts'

/** Argon2id with 19 MiB and 2 passes; its parameters stand in each hash. */
const algorithm = new Argon2id()
/** One core is left to everybody else's answers, where there is more than one. */
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
/** Argon2 takes threads that files and names need too. */
const queue = fairQueue({ atOnce, mostWaiting: 32 })
const inTurn = <T>(address: string, work: () => Promise<T>) => queue(networkKey(address), work)
/** In characters. */
const longestPassword = 128

/** Hashes a password in turn with those of other addresses. Throws `QueueFull`. */
export const hashPassword = (password: string, address: string): Promise<string> =>
  inTurn(address, () => algorithm.hash(password))

/**
 * Whether a password matches a hash. Without a hash the same work is done on a stand-in, and an unreadable hash counts
 * as a wrong password. Throws `QueueFull`.
 */
export async function passwordMatches(
  hash: string | null,
  password: string,
  address: string,
): Promise<boolean> {
  const fits = fitsLimits(password)
  return inTurn(address, async () => {
    const standIn = await standInHash()
    const matches = await verify(hash ?? standIn, fits ? password : '', standIn)
    return matches && fits && hash !== null
  })
}

/** As the forms count it: a password that could be set must open the account again, however long its bytes are. */
const fitsLimits = (password: string) =>
  password.length <= 2 * longestPassword && [...password].length <= longestPassword

let standIn: Promise<string> | undefined

/** Made once with the parameters of all others; nobody knows its password. */
function standInHash(): Promise<string> {
  standIn ??= algorithm.hash(newToken())
  return standIn
}

async function verify(hash: string, password: string, otherwise: string): Promise<boolean> {
  try {
    return await algorithm.verify(hash, password)
  } catch {
    await algorithm.verify(otherwise, password)
    return false
  }
}
