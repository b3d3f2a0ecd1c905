import { describe, expect, test } from 'vitest'
import { checkSection, previousAddressNeeded } from '#src/forms/fields/schema.ts'

const thisYear = 2026

/** What was typed for "how many years established", and whether the previous address is asked for in 2026. */
const table: [typed: string, needed: boolean][] = [
  ['', true],
  ['   ', true],
  ['a while', true],
  ['two', true],
  ['-', true],
  ['0', true],
  ['1', true],
  ['1.9', true],
  ['1 year', true],
  ['18 months', false],
  ['2', false],
  ['2.0', false],
  ['2 years', false],
  ['25', false],
  ['about 3 years, 1 here', false],
  ['2026', true],
  ['2025', true],
  ['2024', false],
  ['since 2025', true],
  ['since March 2024', false],
  ['1 January 1999', false],
  ['1887', false],
  ['03/2025', true],
  ['12345', false],
]

describe('a business established', () => {
  test.each(table)('"%s": previous address asked for is %s', (typed, needed) => {
    expect(previousAddressNeeded(typed, thisYear)).toBe(needed)
  })

  test('in a year counts from that year, whichever year it is now', () => {
    expect(previousAddressNeeded('2025', 2027)).toBe(false)
    expect(previousAddressNeeded('2025', 2026)).toBe(true)
  })
})

describe('the first section', () => {
  const errorWith = (businessEstablished: string, previousAddress: string | null) =>
    checkSection(1, { businessEstablished, previousAddress }, thisYear).previousAddress

  test('misses the previous address only when the rule asks for it', () => {
    expect(errorWith('1', null)).toBe('Previous address is required')
    expect(errorWith('1', '')).toBe('Previous address is required')
    expect(errorWith('1', '2 Old Street')).toBeUndefined()
    expect(errorWith('10', null)).toBeUndefined()
  })
})
