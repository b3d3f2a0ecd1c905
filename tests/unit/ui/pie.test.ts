import { describe, expect, test } from 'vitest'
import { slicesOf } from '#src/ui/admin/dashboard/Charts.tsx'

describe('a pie', () => {
  test('labels each slice of a pie with its own rounded share, equal counts alike', () => {
    const counts = [76, 60, 44, 39, 10, 10]
    const slices = slicesOf(counts.map((count, index) => ({ name: `Type ${index}`, count })))
    expect(slices.map(({ percent }) => percent)).toEqual([32, 25, 18, 16, 4, 4])
    expect(slicesOf([{ name: 'PLC', count: 0 }])[0]?.percent).toBe(0)
  })

  test('draws the largest slice first, and keeps the colour of a type when the order changes', () => {
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

  test('draws a pie of one type as a whole circle', () => {
    const [slice] = slicesOf([{ name: 'PLC', count: 3 }])
    expect(slice?.percent).toBe(100)
    expect(slice?.path.match(/A/g)).toHaveLength(2)
  })
})
