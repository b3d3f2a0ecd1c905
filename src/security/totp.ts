import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { generateRandomString } from 'oslo/crypto'
import { encodeBase32 } from 'oslo/encoding'
import { createTOTPKeyURI, generateHOTP } from 'oslo/otp'
import { crockford } from './tokens.ts'

const stepLength = 30_000
const digits = 6

export const newTotpSecret = () => randomBytes(20)

/** Returns the text to type, in base 32 without padding, and the address to scan. */
export const totpWords = (secret: Buffer, issuer: string, account: string) => ({
  secret: encodeBase32(secret),
  // some apps would show the "+" of a query
  uri: createTOTPKeyURI(issuer, account, secret).replaceAll('+', '%20'),
})

/**
 * Returns the 30-second step of a code, current or previous, if it is later than `lastStep`, so that no code counts
 * twice. Takes the same time in every case.
 */
export async function totpStep(
  secret: Buffer,
  code: string,
  at: number,
  lastStep: number | null,
): Promise<number | null> {
  const current = Math.floor(at / stepLength)
  const entered = code.replace(/\s/g, '')
  let matchedStep: number | null = null
  for (const step of [current - 1, current]) {
    const right = sameText(await generateHOTP(secret, step, digits), entered)
    if (right && step > (lastStep ?? -1)) matchedStep = step
  }
  return matchedStep
}

const recoveryCodeLength = 24

/** Creates a code with 120 random bits. */
export const newRecoveryCode = () =>
  generateRandomString(recoveryCodeLength, crockford).replace(/(.{6})(?=.)/g, '$1-')

/** Returns whether the code is a recovery code. A code from the app is a quarter as long. */
export const isRecoveryCode = (code: string) => bareCode(code).length === recoveryCodeLength

/** Ignores spaces, dashes and case, and reads O as 0, and I and L as 1. */
export const hashRecoveryCode = (code: string) =>
  createHash('sha256').update(bareCode(code)).digest('hex')

const bareCode = (code: string) =>
  code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')

const sameText = (left: string, right: string) => timingSafeEqual(digestOf(left), digestOf(right))

const digestOf = (text: string) => createHash('sha256').update(text).digest()
