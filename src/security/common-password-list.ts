import { dictionary } from '@zxcvbn-ts/language-common'

/** The most common passwords that have at least eight characters, about 18,000 of them, in small letters. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= 8),
)
