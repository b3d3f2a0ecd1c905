import { expect, onTestFinished, test, vi } from 'vitest'
import { createPdfCache, type PdfKey } from '#src/pdf/process/cache.ts'

test('requests for the same document at the same time share one making', async () => {
  const { get, made } = counted()
  const answers = await Promise.all([get(key('A')), get(key('A')), get(key('A'))])
  expect(made).toEqual(['A1'])
  expect(new Set(answers).size).toBe(1)
})

test('a later request for the same document is answered from memory', async () => {
  const { get, made } = counted()
  expect(await get(key('A'))).toBe(await get(key('A')))
  expect(made).toHaveLength(1)
})

test('another revision is a document of its own', async () => {
  const { get, made } = counted()
  await get(key('A'))
  await get({ ...key('A'), version: 2 })
  expect(made).toEqual(['A1', 'A2'])
})

test('the least recently read document goes when the space is used up', async () => {
  const { get, made } = counted({ maxBytes: 250 })
  await get(key('A'))
  await get(key('B'))
  await get(key('A'))
  await get(key('C'))
  made.length = 0
  await get(key('A'))
  await get(key('B'))
  expect(made).toEqual(['B1'])
})

test('a document larger than the whole space is handed over and not kept', async () => {
  const { get, made } = counted({ maxBytes: 50 })
  expect(await get(key('A'))).toHaveLength(100)
  await get(key('A'))
  expect(made).toHaveLength(2)
})

test('a failure reaches everybody who waits and is tried anew afterwards', async () => {
  const cache = createPdfCache()
  let tries = 0
  const failing = async () => {
    tries += 1
    throw new Error('no document')
  }
  const both = await Promise.allSettled([
    cache.get(key('A'), failing),
    cache.get(key('A'), failing),
  ])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(tries).toBe(1)
  expect(await cache.get(key('A'), async () => new Uint8Array(3))).toHaveLength(3)
})

test('a document that nobody reads for ten minutes is gone, so that nobody outlives their erasure for long', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { get, made } = counted()
  await get(key('A'))
  await get(key('B'))
  await vi.advanceTimersByTimeAsync(8 * 60_000)
  await get(key('B'))
  await vi.advanceTimersByTimeAsync(4 * 60_000)
  made.length = 0
  await get(key('B'))
  await get(key('A'))
  expect(made).toEqual(['A1'])
  await vi.advanceTimersByTimeAsync(12 * 60_000)
  expect(vi.getTimerCount()).toBe(0)
})

test('an application that is forgotten leaves nothing behind, a running document included', async () => {
  const cache = createPdfCache()
  await cache.get(key('A'), async () => new Uint8Array(1))
  cache.forget('A')
  const running = cache.get(key('A'), async () => new Uint8Array(2))
  cache.forget('A')
  await running
  expect(await cache.get(key('A'), async () => new Uint8Array(3))).toHaveLength(3)
})

function key(id: string): PdfKey {
  return { id, version: 1, company: '0', terms: '2026-11' }
}

function counted(options?: { maxBytes: number }) {
  const cache = createPdfCache(options)
  const made: string[] = []
  const get = (wanted: PdfKey) =>
    cache.get(wanted, async () => {
      made.push(`${wanted.id}${wanted.version}`)
      return new Uint8Array(100)
    })
  return { get, made }
}
