import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { drawnBefore } from '#src/framework/drawn-before.ts'

const minute = 60_000
const page = (size: number) => new Uint8Array(size)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page is found by all that it is made of, and by nothing else', () => {
  const before = drawnBefore()
  const hers = page(10)
  before.keep('{"name":"Ada"}', hers)
  expect(before.find('{"name":"Ada"}')).toBe(hers)
  expect(before.find('{"name":"Adam"}')).toBeUndefined()
})

test('a page that is looked at every few minutes stays', () => {
  const before = drawnBefore()
  before.keep('looked at', page(10))
  for (let look = 0; look < 20; look++) {
    vi.advanceTimersByTime(4 * minute)
    expect(before.find('looked at')).toBeDefined()
  }
})

test('ten minutes after the last look nothing of a page is left, and nothing waits for it any more', () => {
  const before = drawnBefore()
  before.keep('erased since', page(10))
  vi.advanceTimersByTime(10 * minute)
  expect(vi.getTimerCount()).toBe(0)
  expect(before.find('erased since')).toBeUndefined()
})

test('however many pages are drawn, the newest few megabytes of them are kept', () => {
  const before = drawnBefore()
  for (let at = 0; at < 40; at++) before.keep(`page ${at}`, page(2 ** 20))
  const kept = Array.from({ length: 40 }, (_, at) => before.find(`page ${at}`)).filter(Boolean)
  expect(before.find('page 39')).toBeDefined()
  expect(kept.length).toBeLessThanOrEqual(16)
})
