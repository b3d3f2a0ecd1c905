import { availableParallelism } from 'node:os'
import { Argon2id } from 'oslo/password'
import { newToken } from './tokens.ts'

/** Thrown when more checks wait than will be answered in good time. */
export class PasswordsBusy extends Error {
  constructor() {
    super('Too many passwords are being checked at once')
  }
}

/** Argon2id with 19 MiB and 2 passes; its parameters stand in each hash. */
const algorithm = new Argon2id()
/** One core is left to everybody else's answers, where there is more than one. */
const atOnce = Math.min(2, Math.max(1, availableParallelism() - 1))
const mostWaiting = 32
/** In characters. */
const longestPassword = 128

/** Hashes a password, in turn. Throws `PasswordsBusy`. */
export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => algorithm.hash(password))

/**
 * Whether a password is the one behind a hash, in turn. Without a hash (nobody of that name, no password yet) the same
 * work is done on a stand-in, and a hash that cannot be read is a wrong password. Throws `PasswordsBusy`.
 */
export async function passwordMatches(hash: string | null, password: string): Promise<boolean> {
  const fits = fitsLimits(password)
  return inTurn(async () => {
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

let running = 0
const waiting: (() => void)[] = []

/** Argon2 takes threads that files and names need too: two at once at the most, 32 in the queue, no more. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) throw new PasswordsBusy()
    await new Promise<void>((start) => waiting.push(start))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
