import type { Store } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal, refusalAt, refusals } from '#src/domain/refusal.ts'
import { QueueFull } from '#src/security/fair-queue.ts'
import { isCommonPassword, isPaddedCommonPassword } from '#src/security/passwords.ts'

/** The address of work without a request, such as a command or the start of the server. */
export const noAddress = 'none'

/** Hashes a password. Refuses 'unavailable' while too many passwords wait to be hashed. */
export const hashPassword = (
  { passwords }: Store,
  password: string,
  address: string,
): Promise<string> => unlessBusy(passwords.hash(password, address))

/**
 * Returns whether a password matches. It takes the same time without a hash, that is without an account. Refuses
 * 'unavailable' while too many passwords wait to be hashed.
 */
export const passwordMatches = (
  { passwords }: Store,
  hash: string | null,
  password: string,
  address: string,
): Promise<boolean> => unlessBusy(passwords.matches(hash, password, address))

export async function refuseCommonPassword(password: string) {
  if (await isCommonPassword(password))
    throw refusalAt('password', 'invalid', refusals.commonPassword)
}

async function unlessBusy<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    throw new Refusal('unavailable', refusals.signInsBusy, { retryAfter: 2 })
  }
}

/** In characters. */
const lengths = { least: 12, most: 128 } as const

const product = 'countersign'

export const weakPasswords = {
  short: `Password must be at least ${lengths.least} characters`,
  long: `Password must be ${lengths.most} characters or fewer`,
  name: 'Password must not contain the name of the company, the product or the user',
} as const

export async function refuseWeakPassword(
  deps: Store,
  username: string,
  password: string,
  field = 'password',
) {
  const message = weakness(password, username, companyOf(deps).name)
  if (message) throw refusalAt(field, 'invalid', message)
  if (await isPaddedCommonPassword(password))
    throw refusalAt(field, 'invalid', refusals.commonPassword)
}

function weakness(password: string, username: string, company: string): string | null {
  // a character has at most two UTF-16 units
  if (password.length > 2 * lengths.most) return weakPasswords.long
  if ([...password].length < lengths.least) return weakPasswords.short
  if ([...password].length > lengths.most) return weakPasswords.long
  const names = [username, product, company, ...company.split(' ').filter(isTelling)]
  const bare = bareOf(password)
  return names.map(bareOf).some((name) => name.length > 2 && bare.includes(name))
    ? weakPasswords.name
    : null
}

const bareOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const isTelling = (word: string) =>
  word.length > 4 && !/^(limited|company|group|services|trading)$/i.test(word)
