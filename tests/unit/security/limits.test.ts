import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLimits, type LimitName, limitTable } from '#src/security/limits.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a limit', () => {
  test.each(Object.entries(limitTable))(
    '%s gives as many as the table says, then asks to wait for what is left of its time',
    async (name, { points, seconds }) => {
      const limits = createLimits(1)
      expect(await refusals(limits, name as LimitName, 'a', points)).toBe(0)
      vi.advanceTimersByTime(1000)
      expect(await limits.take(name as LimitName, 'a')).toBe(seconds - 1)
    },
  )

  test('tells once that none was left, and once more when its time is over', async () => {
    const limits = createLimits(1)
    const { points, seconds } = limitTable.clientSignIn
    const told = async (times: number) => {
      const attempts = []
      while (attempts.length < times) attempts.push(await limits.attempt('clientSignIn', 'a'))
      return attempts.flatMap(({ first }, at) => (first ? [at] : []))
    }
    expect(await told(points + 5)).toEqual([points])
    vi.advanceTimersByTime(seconds * 1000 + 1)
    expect(await told(points + 5)).toEqual([points])
  })

  test('is over when its time is over, and not before', async () => {
    const limits = createLimits(1)
    const { points, seconds } = limitTable.pdf
    await refusals(limits, 'pdf', 'a', points)
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(await limits.take('pdf', 'a')).toBe(1)
    vi.advanceTimersByTime(2)
    expect(await limits.take('pdf', 'a')).toBe(0)
  })

  test('counts every key and every name by itself', async () => {
    const limits = createLimits(1)
    await refusals(limits, 'pdf', 'a', limitTable.pdf.points)
    expect(await limits.take('pdf', 'a')).toBeGreaterThan(0)
    expect(await limits.take('pdf', 'b')).toBe(0)
    expect(await limits.take('duplicateAddress', 'a')).toBe(0)
  })

  test('says how long to wait without counting the question', async () => {
    const limits = createLimits(1)
    const { points, seconds } = limitTable.pdf
    expect(await limits.wait('pdf', 'a')).toBe(0)
    await refusals(limits, 'pdf', 'a', points - 1)
    for (let count = 0; count < 3; count += 1) expect(await limits.wait('pdf', 'a')).toBe(0)
    expect(await limits.take('pdf', 'a')).toBe(0)
    expect(await limits.wait('pdf', 'a')).toBe(seconds)
    vi.advanceTimersByTime(seconds * 1000 + 1)
    expect(await limits.wait('pdf', 'a')).toBe(0)
  })

  test('gives back one point, or all, of one key', async () => {
    const limits = createLimits(1)
    const { points } = limitTable.pdf
    for (const key of ['a', 'b']) await refusals(limits, 'pdf', key, points)
    await limits.giveBack('pdf', 'a')
    expect(await refusals(limits, 'pdf', 'a', 2)).toBe(1)
    await limits.clear('pdf', 'a')
    expect(await refusals(limits, 'pdf', 'a', points + 1)).toBe(1)
    expect(await limits.take('pdf', 'b')).toBeGreaterThan(0)
  })

  test('counts requests that come at the same moment one by one', async () => {
    const limits = createLimits(1)
    const waits = await Promise.all(
      Array.from({ length: limitTable.pdf.points + 40 }, () => limits.take('pdf', 'a')),
    )
    expect(waits.filter((wait) => wait === 0)).toHaveLength(limitTable.pdf.points)
  })

  test.each([
    [10, 600],
    [0.5, 30],
    [0.01, 1],
  ])('multiplied by %d gives %d instead of 60', async (factor, points) => {
    const limits = createLimits(factor)
    expect(await refusals(limits, 'pdf', 'a', points)).toBe(0)
    expect(await limits.take('pdf', 'a')).toBeGreaterThan(0)
  })
})

test('drafts, submits and documents have the limits that the app promises', () => {
  expect(limitTable).toMatchObject({
    draft: { points: 600, seconds: 3600 },
    submit: { points: 300, seconds: 3600 },
    pdf: { points: 60, seconds: 60 },
  })
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
