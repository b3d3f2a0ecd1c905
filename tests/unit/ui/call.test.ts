import { afterEach, expect, test, vi } from 'vitest'
import { CallError, call, failureToast, isOutage } from '#src/ui/calls/call.ts'
import { failure } from '#src/ui/toasts/toast.ts'

afterEach(() => vi.unstubAllGlobals())

const fallback = (message = 'Failed to save') => failure('Error', message)

/** What a call throws when it is answered like this; without an answer the connection is broken. */
async function errorOf(answer?: Response): Promise<unknown> {
  vi.stubGlobal('fetch', () => (answer ? Promise.resolve(answer) : Promise.reject(new TypeError())))
  try {
    await call('PATCH', '/api/x', { reason: 'x' })
  } catch (error) {
    return error
  }
  throw new Error('The call succeeded')
}

const page = (status: number) => new Response('<h1>Gateway</h1>', { status })

test('makes an error’s message of the status and the body, or the status text when it is empty', async () => {
  expect(await errorOf(new Response('{"message":"No"}', { status: 409 }))).toMatchObject({
    message: '409: {"message":"No"}',
  })
  const empty = new Response(null, { status: 500, statusText: 'Internal Server Error' })
  expect(await errorOf(empty)).toMatchObject({ message: '500: Internal Server Error' })
})

test.each([
  ['the words of our server', () => new Response('{"message":"Taken"}', { status: 409 }), 'Taken'],
  ['the fallback where it has none', () => new Response(null, { status: 500 }), 'Failed to save'],
  [
    'a limit of a proxy as too large',
    () => page(413),
    'Failed to save\nThe file is larger than the server accepts.',
  ],
  [
    'a page of somebody else by its status',
    () => page(502),
    'Failed to save\nSomething between you and our server answered instead (status 502).',
  ],
  [
    "a hotel's page, although it says that all is well",
    () => page(200),
    'Failed to save\nSomething between you and our server answered instead (status 200).',
  ],
])('tells after a failure %s', async (_, answer, text) => {
  const error = await errorOf(answer())
  expect(error).toBeInstanceOf(CallError)
  expect(failureToast(error, fallback)).toEqual(failure('Error', text))
})

test('reports no answer as no connection, and mentions the typing where there is any', async () => {
  const error = await errorOf()
  expect(failureToast(error, fallback).text).toBe(
    'Failed to save\nNo connection. What you typed is still here.',
  )
  expect(failureToast(error, fallback, true).text).toBe('Failed to save')
})

test('counts only no answer, or a server fault without words, as an outage', async () => {
  expect(isOutage(await errorOf())).toBe(true)
  expect(isOutage(await errorOf(page(503)))).toBe(true)
  expect(isOutage(await errorOf(new Response('{"message":"Busy"}', { status: 503 })))).toBe(false)
  expect(isOutage(await errorOf(page(413)))).toBe(false)
})

test('gives up a call after 30 seconds without an answer', async () => {
  const stalled = new AbortController()
  vi.stubGlobal('AbortSignal', {
    timeout: (after: number) => {
      expect(after).toBe(30_000)
      return stalled.signal
    },
  })
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_answer, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      ),
  )
  const error = call('GET', '/api/x').catch((error) => error)
  stalled.abort(new DOMException('Too late', 'TimeoutError'))
  expect(failureToast(await error, fallback).text).toContain('No connection.')
})

test('gives up a call after 30 seconds, or later for a large signature on a slow line', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')))
  await call('PUT', '/api/x', { businessName: 'Sample' })
  await call('PUT', '/api/x', { authSignature: 'x'.repeat(200_000) })
  const [usual = 0, large = 0] = timeout.mock.calls.map(([ms]) => ms)
  expect(usual).toBe(30_000)
  // 16 kbit/s
  expect(large).toBeGreaterThan((200_000 / 2_000) * 1000)
})
