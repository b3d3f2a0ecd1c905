import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { generateRandomString } from 'oslo/crypto'
import { encodeBase32 } from 'oslo/encoding'
import { createTOTPKeyURI, generateHOTP } from 'oslo/otp'
import { crockford } from './tokens.ts'

const stepLength = 30_000
const digits = 6

export const newTotpSecret = () => randomBytes(20)

/** Base-32 text to type, which 20 bytes fill without padding, and the address to scan. */
export const totpWords = (secret: Buffer, issuer: string, account: string) => ({
  secret: encodeBase32(secret),
  // some apps show the "+" of a query
  uri: createTOTPKeyURI(issuer, account, secret).replaceAll('+', '%20'),
})

/**
 * The 30-second step of a code, current or previous, later than `lastStep`, so that no code counts twice. Takes the
 * same time either way.
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

/** 120 random bits. */
export const newRecoveryCode = () =>
  generateRandomString(recoveryCodeLength, crockford).replace(/(.{6})(?=.)/g, '$1-')

/** A code of the app is a quarter as long. */
export const isRecoveryCode = (code: string) => bareCode(code).length === recoveryCodeLength

/** Spaces, dashes and case do not count, O is 0, I and L are 1. */
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
