import { describe, expect, test } from 'vitest'
import { previousAddressNeeded } from '#src/forms/dates.ts'

const thisYear = 2026

/** What was typed for "how many years established", and whether the previous address is asked for in 2026. */
const table: [typed: string, needed: boolean][] = [
  ['', true],
  ['a while', true],
  ['one year', true],
  ['seven', false],
  ['Twenty-five years', false],
  ['a hundred', true],
  ['0', true],
  ['1.9', true],
  ['1 year', true],
  ['18 months', true],
  ['Eighteen months', true],
  ['30 months', false],
  ['6 mths', true],
  ['2 years 3 months', false],
  ['2 yrs 3 months', false],
  ['holiday business, 10', false],
  ['2', false],
  ['2 years', false],
  ['about 3 years, 1 here', false],
  ['2025', true],
  ['2024', false],
  ['since 2025', true],
  ['1 January 1999', false],
  ['1887', false],
  ['03/2025', true],
  ['12345', false],
]

describe('a business established', () => {
  test.each(table)('"%s": previous address asked for is %s', (typed, needed) => {
    expect(previousAddressNeeded(typed, thisYear)).toBe(needed)
  })
})
