import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pagePolicy } from '#src/http/middleware/headers.ts'

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
