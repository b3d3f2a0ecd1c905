import { describe, expect, test } from 'vitest'
import { hashToken, newReference, newToken } from '#src/security/tokens.ts'

describe('a token', () => {
  test('makes a different token of 43 evenly distributed URL characters each time', () => {
    const tokens = Array.from({ length: 2000 }, newToken)
    for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Set(tokens).size).toBe(tokens.length)
    const counts = countsOf(tokens.join(''))
    const mean = (tokens.length * 43) / 64
    expect(counts.size).toBe(64)
    expect(Math.min(...counts.values())).toBeGreaterThan(mean * 0.85)
    expect(Math.max(...counts.values())).toBeLessThan(mean * 1.15)
  })
})

test('stores a token as its SHA-256', () => {
  expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb')
})

test('makes a reference of three groups of letters and digits that people can read out', () => {
  for (let at = 0; at < 100; at++)
    expect(newReference()).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
})

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return counts
}
