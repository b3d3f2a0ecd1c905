import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  hashRecoveryCode,
  isRecoveryCode,
  newRecoveryCode,
  totpStep,
  totpWords,
} from '#src/security/totp.ts'

/** The secret of RFC 6238, and its codes by the second; an app shows their last six digits. */
const secret = Buffer.from('12345678901234567890')
const codes = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
] as const

describe('a code of an authenticator app', () => {
  test.each(codes)('makes after %i seconds the code of RFC 6238', async (seconds, code) => {
    expect(await totpStep(secret, code, seconds * 1000, null)).toBe(Math.floor(seconds / 30))
  })

  test('accepts a code for its own 30 seconds and the next, neither before nor after', async () => {
    const at = [29_999, 30_000, 59_999, 60_000, 89_999, 90_000]
    const steps = await Promise.all(at.map((now) => totpStep(secret, '287082', now, null)))
    expect(steps).toEqual([null, 1, 1, 1, 1, null])
  })

  test('accepts a code once', async () => {
    const used = await Promise.all(
      [0, 1, 2].map((last) => totpStep(secret, '287082', 59_000, last)),
    )
    expect(used).toEqual([1, null, null])
  })

  test('accepts a code with spaces, and with nothing else', async () => {
    expect(await totpStep(secret, ' 287 082\n', 59_000, null)).toBe(1)
    for (const wrong of ['', '287083', '28708', '2870822', '287-082'])
      expect(await totpStep(secret, wrong, 59_000, null), wrong).toBeNull()
  })
})

describe('the secret of an authenticator app', () => {
  test('shows the secret of an authenticator app for typing and scanning, with spaces as %20', () => {
    const words = totpWords(secret, 'Sample & Sons Ltd', 'ann lee')
    expect(words.secret).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const uri = new URL(words.uri)
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe('/Sample & Sons Ltd:ann lee')
    expect(uri.searchParams.get('issuer')).toBe('Sample & Sons Ltd')
    expect(uri.searchParams.get('secret')).toBe(words.secret)
    expect(words.uri).toContain('Sample%20%26%20Sons%20Ltd')
    expect(words.uri).not.toContain('+')
  })
})

describe('a recovery code', () => {
  test('makes a recovery code of four groups of six, longer than any code of the app', () => {
    const code = newRecoveryCode()
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{6}(-[0-9A-HJKMNP-TV-Z]{6}){3}$/)
    expect(isRecoveryCode(code.toLowerCase())).toBe(true)
    expect(isRecoveryCode(code.slice(1))).toBe(false)
    expect(isRecoveryCode('123 456')).toBe(false)
  })

  test('stores a recovery code as its SHA-256, ignoring spaces, dashes, case and letters like digits', () => {
    const hash = createHash('sha256').update('A01123456789').digest('hex')
    for (const code of ['A01123456789', 'a0-1l23 456789', 'AOIL23456789', 'ao1i23_456789'])
      expect(hashRecoveryCode(code), code).toBe(hash)
    expect(hashRecoveryCode('B01123456789')).not.toBe(hash)
  })
})
