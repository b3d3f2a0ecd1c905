import { describe, expect, test } from 'vitest'
import { type Slice, slicesOf, wholePercents } from '#src/ui/pie.ts'
import { seededRandom } from '../support/random.ts'

describe('whole percents', () => {
  test('sum to 100 whatever the counts, and none is off by a whole point', () => {
    const next = seededRandom(11)
    for (let round = 0; round < 2000; round += 1) {
      const counts = Array.from({ length: 1 + Math.floor(next() * 6) }, () =>
        Math.floor(next() * 200),
      )
      const total = counts.reduce((sum, count) => sum + count, 0)
      const percents = wholePercents(counts)
      expect(percents.reduce((sum, percent) => sum + percent, 0)).toBe(total === 0 ? 0 : 100)
      for (const [at, percent] of percents.entries())
        expect(Math.abs(percent - (total && ((counts[at] ?? 0) * 100) / total))).toBeLessThan(1)
    }
  })

  test('give the missing point to the largest remainder', () => {
    expect(wholePercents([1, 1, 1])).toEqual([34, 33, 33])
    expect(wholePercents([2, 1])).toEqual([67, 33])
  })
})

describe('a pie', () => {
  test('stands largest first, and a type keeps its colour when the order changes', () => {
    const before = slicesOf([
      { name: 'PLC', count: 1 },
      { name: 'LLP', count: 5 },
    ])
    expect(before.map(({ name, colour }) => [name, colour])).toEqual([
      ['LLP', 2],
      ['PLC', 1],
    ])
    const after = slicesOf([
      { name: 'PLC', count: 9 },
      { name: 'LLP', count: 5 },
    ])
    expect(after.map(({ name, colour }) => [name, colour])).toEqual([
      ['PLC', 1],
      ['LLP', 2],
    ])
  })

  test('of one type only is a whole circle', () => {
    const [slice] = slicesOf([{ name: 'PLC', count: 3 }])
    expect(slice?.percent).toBe(100)
    expect(slice?.path.match(/A/g)).toHaveLength(2)
  })

  test('draws nothing for a type that nobody picked', () => {
    const [, none] = slicesOf([
      { name: 'PLC', count: 3 },
      { name: 'LLP', count: 0 },
    ])
    expect(none).toMatchObject({ percent: 0, path: '', label: null })
  })

  test('labels a slice too thin for words outside, at the end of a leader', () => {
    const [wide, thin] = slicesOf([
      { name: 'PLC', count: 97 },
      { name: 'LLP', count: 3 },
    ])
    expect(wide?.label?.leader).toBe('')
    expect(Math.hypot(...placeOf(wide))).toBeLessThan(80)
    expect(thin?.percent).toBe(3)
    expect(Math.hypot(...placeOf(thin))).toBeGreaterThan(115)
    expect(thin?.label?.leader).toMatch(/^M/)
  })

  test('keeps the labels of thin slices apart, however thin they are', () => {
    const thin = slicesOf(
      ['PLC', 'LLP', 'Partnership', 'Sole Trader', 'Other', 'Private Ltd Co.'].map((name, at) => ({
        name,
        count: at === 5 ? 5000 : 1,
      })),
    ).slice(1)
    const places = thin.map(placeOf)
    for (const [at, [x, y]] of places.entries())
      for (const [otherX, otherY] of places.slice(at + 1))
        expect(Math.hypot(x - otherX, y - otherY)).toBeGreaterThan(24)
  })
})

/** Where the label of a slice stands. */
function placeOf(slice: Slice | undefined): [number, number] {
  const [x = 0, y = 0] = slice?.label?.place.split(' ').map(Number) ?? []
  return [x, y]
}
