import { describe, expect, test } from 'vitest'
import { type Slice, slicesOf } from '#src/ui/admin/dashboard/Charts.tsx'

describe('a pie', () => {
  test('labels each slice with its own rounded share, equal counts alike', () => {
    const counts = [76, 60, 44, 39, 10, 10]
    const slices = slicesOf(counts.map((count, index) => ({ name: `Type ${index}`, count })))
    expect(slices.map(({ percent }) => percent)).toEqual([32, 25, 18, 16, 4, 4])
    expect(slicesOf([{ name: 'PLC', count: 0 }])[0]?.percent).toBe(0)
  })

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
  const [x = 0, y = 0] = slice?.label?.position.split(' ').map(Number) ?? []
  return [x, y]
}
