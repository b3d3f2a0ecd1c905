import type { Store } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { refusalAt } from '#src/domain/refusal.ts'
import { refuseCommonPassword } from './passwords.ts'

/** Lengths of an admin's password, in characters. */
const lengths = { least: 12, most: 128 } as const

const product = 'countersign'

export const weakPasswords = {
  short: `Password must be at least ${lengths.least} characters`,
  long: `Password must be ${lengths.most} characters or fewer`,
  name: 'Password must not contain the name of the company, the product or the user',
} as const

/**
 * Refuses ('invalid', at `field`) an admin's password that is too short, too long, one of the most common ones, or has
 * the company's, the product's or the admin's own name in it.
 */
export async function refuseWeakPassword(
  deps: Store,
  username: string,
  password: string,
  field = 'password',
) {
  const message = weakness(password, username, companyOf(deps).name)
  if (message) throw refusalAt(field, 'invalid', message)
  await refuseCommonPassword(password, field)
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

/** A word of a company's name that is long and not common in such names. */
const isTelling = (word: string) =>
  word.length > 4 && !/^(limited|company|group|services|trading)$/i.test(word)
