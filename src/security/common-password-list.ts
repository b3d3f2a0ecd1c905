import { dictionary } from '@zxcvbn-ts/language-common'

/** About 18,000, of at least eight characters, in small letters. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= 8),
)
