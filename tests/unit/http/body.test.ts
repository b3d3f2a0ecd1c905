import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Deps } from '#src/deps.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'
import { readForm, readJson } from '#src/http/requests/body.ts'
import { createLimits } from '#src/security/limits.ts'

const max = 64
const mostSlow = 4 * 1024 * 1024
const app = new Hono<HonoEnv>()
  .use(async (c, next) => {
    c.set('deps', { limits: createLimits(1) } as Deps)
    c.set('address', '192.0.2.1')
    c.set('body', { bytes: ['/slow', '/large'].includes(c.req.path) ? mostSlow : max, pairs: 3 })
    await next()
  })
  .post('/json', async (c) => c.json({ read: (await readJson(c)) ?? 'nothing' }))
  .post('/slow', async (c) => c.json({ read: String(await readJson(c)).length }))
  .post('/large', async (c) => c.json({ read: await readJson(c) }))
  .post('/form', async (c) => c.json({ read: [...(await readForm(c))] }))
app.onError((error, c) => c.json({ status: describeError(error).status }))

/** Returns what was read of a request, or the status of the refusal. */
async function sent(path: string, type: string | null, body: BodyInit | null, length?: number) {
  const headers = new Headers(type === null ? {} : { 'content-type': type })
  if (length !== undefined) headers.set('content-length', String(length))
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body, ...half })
  const { read, status } = await (await app.request(request)).json()
  return read ?? status
}
/** `fetch` must be told that a body without a length is streamed. */
const half = { duplex: 'half' } as RequestInit

describe('a JSON body', () => {
  const json = 'application/json'

  test.each([
    json,
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'Application/JSON',
  ])('reads a JSON body of type %s', async (type) => {
    expect(await sent('/json', type, '{"name":"Ann – é"}')).toEqual({ name: 'Ann – é' })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ' ', null])(
    'refuses a JSON body of type %s with 415',
    async (type) => {
      const bytes = new TextEncoder().encode('{}')
      expect(await sent('/json', type, bytes)).toBe(415)
    },
  )

  test('answers a body of another type with 415, however large it is', async () => {
    expect(await sent('/large', 'text/plain', '[0,'.repeat(1000))).toBe(415)
  })

  const notUtf8 = Uint8Array.of(0x22, 0xff, 0x22)
  test.each(['{', 'null null', '   ', notUtf8])(
    'answers a body that is not JSON with 400: %j',
    async (body) => {
      expect(await sent('/json', json, body)).toBe(400)
    },
  )

  test('reads an empty body as nothing, whatever its type', async () => {
    expect(await sent('/json', null, null)).toBe('nothing')
  })

  test('answers a body that breaks off with 400', async () => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error()) })
    expect(await sent('/json', json, broken)).toBe(400)
  })

  test('accepts a JSON body as long as the limit, and not a byte longer', async () => {
    const body = (length: number) => new Blob([JSON.stringify('x'.repeat(length - 2))]).stream()
    expect(await sent('/json', json, body(max))).toHaveLength(max - 2)
    expect(await sent('/json', json, body(max + 1))).toBe(413)
  })

  test('also cuts a JSON body of unknown length off at the limit', async () => {
    let pulled = 0
    const endless = new ReadableStream({
      pull(controller) {
        pulled++
        controller.enqueue(new Uint8Array(32).fill(0x20))
      },
    })
    expect(await sent('/json', json, endless)).toBe(413)
    expect(pulled).toBeLessThan(10)
  })
})

describe('the limits on the parts of a JSON body', () => {
  const keys = (count: number, text = 'k') =>
    JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${text}${at}`, 1])),
    )
  const list = (count: number) => JSON.stringify(Array.from({ length: count }, () => 0))
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  const marks = '{"[,:]}\\" \\\\'.repeat(500)

  test.each([
    ['400 keys', keys(400)],
    ['keys full of marks', keys(400, '":,[{\\')],
    ['a list of 600 values', list(600)],
    ['six levels', deep(6)],
    ['many levels beside each other', `[${Array.from({ length: 300 }, () => '[[]]').join()}]`],
    ['a text full of marks', JSON.stringify({ text: marks })],
    ['a text that ends in a backslash', JSON.stringify(['\\', ...Array(500).fill('\\"')])],
    ['a byte order mark before it', `\ufeff${keys(400)}`],
  ])('reads %s in a JSON body, in whatever pieces it arrives', async (_, text) => {
    const expected = JSON.parse(text.replace('\ufeff', ''))
    for (const size of [1, 7, 100_000]) expect(await counted(text, size)).toEqual(expected)
  })

  test.each([
    ['401 keys', keys(401)],
    ['401 keys of one name', `{${Array(401).fill('"":0').join()}}`],
    ['keys in a list of objects', `[${Array(401).fill('{"a":0}').join()}]`],
    ['a list of 601 values', list(601)],
    ['seven levels', deep(7)],
    ['seven levels that end nowhere', '[{"a":[[[[['],
    ['too many after a text that ends in a backslash', `["\\\\",${list(601)}]`],
  ])('refuses %s in a JSON body, in whatever pieces they arrive', async (_, text) => {
    for (const size of [1, 7, 100_000]) expect(await counted(text, size)).toBe(400)
  })

  const counted = (text: string, size: number) => {
    const bytes = Buffer.from(text)
    return sent('/large', 'application/json', inPieces(bytes, size))
  }
})

function inPieces(bytes: Uint8Array, size: number) {
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, at + size))
      at += size
    },
  })
}

describe('a body that says its length', () => {
  const json = 'application/json'

  test('refuses a body whose stated length is over the limit before it is read', async () => {
    expect(await sent('/json', json, '{}', max)).toEqual({})
    expect(await sent('/json', json, '{}', max + 1)).toBe(413)
    expect(await sent('/json', 'text/plain', 'x', max + 1)).toBe(413)
  })
})

describe('a body that arrives slowly', () => {
  /** Streams JSON in pieces of this many characters, one a second. */
  function dripping(size: number, pieces: number) {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const texts = ['"', ...Array.from({ length: pieces }, () => 'x'.repeat(size)), '"']
    return new ReadableStream({
      async pull(controller) {
        const text = texts.shift()
        if (text === undefined) return controller.close()
        await new Promise((resolve) => setTimeout(resolve, 1000))
        controller.enqueue(Buffer.from(text))
      },
    })
  }

  test.each([
    ['within 20 seconds is read, however slowly', 1, 15, 15],
    ['for a minute at 32 KiB a second is read', 32 * 1024, 60, 60 * 32 * 1024],
    ['for a minute at a tenth of that is refused with 408', 3 * 1024, 60, 408],
    ['for half a minute byte by byte is refused with 408', 1, 30, 408],
  ])('handles a slow body: one that arrives %s', async (_, size, pieces, outcome) => {
    const read = sent('/slow', 'application/json', dripping(size, pieces))
    await vi.advanceTimersByTimeAsync(70_000)
    expect(await read).toBe(outcome)
  })
})

describe('a posted form', () => {
  const form = 'application/x-www-form-urlencoded'

  test('reads a posted form in order, with names that are posted twice', async () => {
    expect(await sent('/form', form, 'type=PLC&type=LLP&name=Ann+%C3%A9')).toEqual([
      ['type', 'PLC'],
      ['type', 'LLP'],
      ['name', 'Ann é'],
    ])
  })

  test('counts as many pairs in a posted form as it has ampersands, whatever is between', async () => {
    const one = 'a=%26%26%26;b=1;c=2'
    expect(await sent('/form', form, one)).toEqual([['a', '&&&;b=1;c=2']])
    expect(await sent('/form', form, 'a=1&b=+2%2B&c')).toEqual([
      ['a', '1'],
      ['b', ' 2+'],
      ['c', ''],
    ])
    for (const most of ['a&b&c&d', '&&&', 'a&a&a&a'])
      for (const size of [1, 100])
        expect(await sent('/form', form, inPieces(Buffer.from(most), size))).toBe(400)
  })

  test('refuses a posted form of another type with 415', async () => {
    for (const type of ['application/json', 'text/plain', `${form}x`, null])
      expect(await sent('/form', type, Buffer.from('a=1'))).toBe(415)
  })
})
