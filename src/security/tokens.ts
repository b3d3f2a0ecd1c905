import { createHash } from 'node:crypto'
import { alphabet, generateRandomString } from 'oslo/crypto'

const letters = alphabet('a-z', 'A-Z', '0-9', '-', '_')

/** Creates a secret for a cookie or a link: 43 URL-safe characters with more than 256 random bits. */
export const newToken = () => generateRandomString(43, letters)

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Crockford's base 32 has letters and digits that people can read out without mistakes. */
export const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

export const newReference = () => generateRandomString(12, crockford).replace(/(.{4})(?=.)/g, '$1-')
