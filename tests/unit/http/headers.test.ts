import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Env, readEnv } from '#src/env.ts'
import { baseHeaders, pagePolicy } from '#src/http/middleware/headers.ts'

const env = (APP_URL: string): Env => {
  const read = readEnv({ APP_URL })
  if (!read.ok) throw new Error(read.faults.join())
  return read.env
}

/** A policy by directive. */
const parsed = (policy: string) =>
  Object.fromEntries(
    policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
  )

describe('the policy of a page', () => {
  test('allows what the app serves itself and nothing inline', () => {
    expect(parsed(pagePolicy())).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'manifest-src': ["'self'"],
    })
  })

  test('allows one block of styles by its hash', () => {
    const style = 'h1{color:red}'
    const hash = createHash('sha256').update(style).digest('base64')
    const { 'style-src': styles, ...rest } = parsed(pagePolicy({ style }))
    expect(styles).toEqual(["'self'", `'sha256-${hash}'`])
    const { 'style-src': _, ...plain } = parsed(pagePolicy())
    expect(rest).toEqual(plain)
  })
})

describe('every answer', () => {
  test('keeps out of frames, is not guessed at, and tells other sites little', () => {
    expect(baseHeaders(env('http://localhost:3000'))).toMatchObject({
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  })

  test('insists on TLS for a year or more where there is TLS, and only there', () => {
    const seconds = baseHeaders(env('https://a.example.com'))['Strict-Transport-Security']
    expect(Number(seconds?.match(/max-age=(\d+)/)?.[1])).toBeGreaterThanOrEqual(31_536_000)
    expect(baseHeaders(env('http://localhost:3000'))).not.toHaveProperty(
      'Strict-Transport-Security',
    )
  })
})
