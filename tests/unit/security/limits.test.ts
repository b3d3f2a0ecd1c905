import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLimits, type LimitName, limitTable } from '#src/security/limits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a limit', () => {
  test('reports once that the points of a limit are used up', async () => {
    const limits = createLimits(1)
    const { points } = limitTable.secondFactor
    const first = []
    for (let at = 0; at < points + 2; at++)
      first.push((await limits.attempt('secondFactor', 'a')).first)
    expect(first).toEqual([...Array(points).fill(false), true, false])
  })

  test('counts keys that are not addresses separately, however they look', async () => {
    const limits = createLimits(1)
    const { points } = limitTable.secondFactor
    expect(await refusals(limits, 'secondFactor', '2001:db8::1', points + 1)).toBe(1)
    expect(await limits.take('secondFactor', '2001:db8::2')).toBe(0)
  })

  test('counts a network by the whole of each of its numbers', async () => {
    const limits = createLimits(1)
    const { points } = limitTable.testMail
    expect(await refusals(limits, 'testMail', '2001:db8:b:1::', points + 1)).toBe(1)
    expect(await limits.take('testMail', '2001:db8:1:b::')).toBe(0)
  })

  test.each(Object.entries(limitTable))(
    'allows under %s as many as the table says, then asks to wait for the rest of its time',
    async (name, { points, seconds }) => {
      const limits = createLimits(1)
      expect(await refusals(limits, name as LimitName, 'a', points)).toBe(0)
      vi.advanceTimersByTime(1000)
      expect(await limits.take(name as LimitName, 'a')).toBe(seconds - 1)
    },
  )

  test('gives back one point, or all points, of one key', async () => {
    const limits = createLimits(1)
    const { points } = limitTable.pdf
    for (const key of ['a', 'b']) await refusals(limits, 'pdf', key, points)
    await limits.giveBack('pdf', 'a')
    expect(await refusals(limits, 'pdf', 'a', 2)).toBe(1)
    await limits.clear('pdf', 'a')
    expect(await refusals(limits, 'pdf', 'a', points + 1)).toBe(1)
    expect(await limits.take('pdf', 'b')).toBeGreaterThan(0)
  })

  test('counts requests that arrive at the same moment separately', async () => {
    const limits = createLimits(1)
    const waits = await Promise.all(
      Array.from({ length: limitTable.pdf.points + 40 }, () => limits.take('pdf', 'a')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(limitTable.pdf.points)
  })

  const byAddress = Object.entries(limitTable).flatMap(([name, limit]) =>
    'by' in limit ? [name as LimitName] : [],
  )
  test.each(byAddress)(
    'allows under %s a /48 of IPv6 twice as many as one /64 in it',
    async (name) => {
      const points = 10
      const limits = createLimits(points / limitTable[name].points)
      const from = (subscriber: number) => `2001:db8:1:${subscriber.toString(16)}::1`
      expect(await refusals(limits, name, from(0), points + 1)).toBe(1)
      for (let at = 1; at <= points; at++) expect(await limits.take(name, from(at))).toBe(0)
      await limits.giveBack(name, from(1))
      expect(await refusals(limits, name, from(points + 1), 2)).toBe(1)
      expect(await limits.take(name, '2001:db8:2:1::1')).toBe(0)
      vi.advanceTimersByTime(limitTable[name].seconds * 1000 - 1)
      expect(await refusals(limits, name, from(points + 2), points)).toBe(points)
      vi.advanceTimersByTime(1)
      // what the /48 refused took nothing of the /64
      expect(await limits.take(name, from(points + 2))).toBe(0)
    },
  )

  test.each(['draft', 'save', 'submit'] as const)(
    'has under %s a budget for a day',
    async (name) => {
      const limits = createLimits(1)
      const { points, seconds, day } = limitTable[name]
      for (let left: number = day; left > 0; left -= points) {
        // a try that is refused for the hour takes nothing of the day
        expect(await refusals(limits, name, '192.0.2.1', points + 3)).toBe(3)
        vi.advanceTimersByTime(seconds * 1000)
      }
      expect(await limits.take(name, '192.0.2.1')).toBeGreaterThan(seconds)
      vi.advanceTimersByTime(86_400_000)
      expect(await limits.take(name, '192.0.2.1')).toBe(0)
    },
  )
})

/** Takes `times` points and tells how many of them were refused. */
async function refusals(
  limits: ReturnType<typeof createLimits>,
  name: LimitName,
  key: string,
  times: number,
): Promise<number> {
  let refused = 0
  for (let taken = 0; taken < times; taken++) if ((await limits.take(name, key)) > 0) refused++
  return refused
}
