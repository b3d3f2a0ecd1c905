import type { Deps } from '#src/deps.ts'
import { passwordWarnings } from '#src/forms/password-warning.ts'
import { passwordWarning } from './passwords.ts'
import { Refusal } from './refusal.ts'

/** Lengths of an admin's password, in characters (contract 2). */
const lengths = { least: 12, most: 128 } as const

const product = 'countersign'

export const weakPasswords = {
  short: `Password must be at least ${lengths.least} characters`,
  long: `Password must be ${lengths.most} characters or fewer`,
  name: 'Password must not contain the name of the company, the product or the user',
  common: 'Password is one of those that are guessed first',
} as const

/**
 * Refuses ('invalid', at `field`) an admin's password that is too short, too long, among those that are guessed first,
 * or has the company's, the product's or the admin's own name in it.
 */
export function refuseWeakPassword(
  { env }: Pick<Deps, 'env'>,
  username: string,
  password: string,
  field = 'password',
) {
  const message = weakness(password, username, env.COMPANY_NAME)
  if (message) throw new Refusal('invalid', message, { errors: { [field]: message } })
}

function weakness(password: string, username: string, company: string): string | null {
  if ([...password].length < lengths.least) return weakPasswords.short
  if ([...password].length > lengths.most) return weakPasswords.long
  const small = password.normalize('NFKC').toLowerCase()
  const own = username.toLowerCase()
  const warning = passwordWarning(password, [username, company, product])
  if (warning === passwordWarnings.name || (own.length > 2 && small.includes(own)))
    return weakPasswords.name
  return warning || isGuessedFirst(small) ? weakPasswords.common : null
}

/** Few different signs, a run along the keyboard or the alphabet, or nothing but the words that everybody takes. */
function isGuessedFirst(small: string): boolean {
  if (new Set(small).size < 5 || runs.some((run) => run.includes(small))) return true
  const core = small.replace(/^[\d\W_]+|[\d\W_]+$/g, '')
  const letters = [...core].map((sign) => standsFor[sign] ?? sign).join('')
  return [core, letters].some((text) => text.replace(everybodys, '').replace(/[^a-z]/g, '') === '')
}

const runs = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
].flatMap((run) => [run, [...run].reverse().join('')])

/** The usual signs in place of letters. */
const standsFor: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const everybodys =
  /password|passphrase|administrator|admin|welcome|letmein|qwerty(uiop)?|asdfgh(jkl)?|zxcvbnm?|iloveyou|monkey|dragon|football|baseball|sunshine|princess|master|hello|login|secret|change|default|test(ing)?|root|user|supplier|accounts?|company|limited|summer|winter|spring|autumn|(jan|febr)uary|march|april|june|july|august|(sept|nov|dec)ember|october|london|england|shadow|superman|trustno|whatever|abc|access|system|server|manager|office|please|enter|the|and|for|you|my|is|me/g
