import { describe, expect, test } from 'vitest'
import { newToken } from '#src/security/tokens.ts'

describe('a token', () => {
  const make = () => Array.from({ length: 2000 }, newToken)

  test('is 43 characters that a URL and a cookie take as they are', () => {
    for (const token of make()) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })

  test('never comes twice, and uses all characters about equally often', () => {
    const tokens = make()
    expect(new Set(tokens).size).toBe(tokens.length)
    const counts = countsOf(tokens.join(''))
    const mean = (tokens.length * 43) / 64
    expect(counts.size).toBe(64)
    expect(Math.min(...counts.values())).toBeGreaterThan(mean * 0.85)
    expect(Math.max(...counts.values())).toBeLessThan(mean * 1.15)
  })
})

function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return counts
}
