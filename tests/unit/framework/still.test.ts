import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { Look } from '#src/framework/look.ts'
import { answerStill, type StillAnswer, stillPage } from '#src/framework/still.ts'

const html = `<!doctype html><title>Still</title>${'<p>The same for everybody – “always”.</p>'.repeat(50)}`
const still = stillPage(html, { 'Cache-Control': 'no-cache', 'X-Of-The-Runtime': 'yes' })

const look = (headers: Record<string, string> = {}, method = 'GET'): Look => ({
  method,
  path: '/',
  hasQuery: false,
  header: (name) => headers[name],
})
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  answerOf(answerStill(still, look(headers, method)))
const answerOf = ({ body, ...given }: StillAnswer) => new Response(body, given)
const bytes = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('a still page', () => {
  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
    ['deflate', null, (body: Buffer) => body],
    ['', null, (body: Buffer) => body],
  ])('asked for with "%s" comes as %s', async (accepts, encoding, open) => {
    const answer = ask({ 'accept-encoding': accepts })
    const body = await bytes(answer)
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('content-length')).toBe(String(body.length))
    expect(open(body).toString()).toBe(html)
  })

  test('says that its encoding was chosen, what it is, and carries the headers it was made with', () => {
    const { headers } = ask({ 'accept-encoding': 'br' })
    expect(headers.get('vary')).toBe('Accept-Encoding')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('x-of-the-app')).toBe('yes')
  })

  test('is smaller on the wire than as it is, brotli smallest', async () => {
    const [plain, gzip, brotli] = await Promise.all(
      ['', 'gzip', 'br'].map(
        async (accepts) => (await bytes(ask({ 'accept-encoding': accepts }))).length,
      ),
    )
    expect(gzip).toBeLessThan(Number(plain))
    expect(brotli).toBeLessThan(Number(gzip))
  })

  test('is not sent again to a browser that has it', async () => {
    const etag = ask().headers.get('etag') ?? ''
    const answer = ask({ 'if-none-match': etag, 'accept-encoding': 'br' })
    expect(answer.status).toBe(304)
    expect((await bytes(answer)).length).toBe(0)
    expect(answer.headers.get('etag')).toBe(etag)
    expect(answer.headers.get('content-length')).toBeNull()
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect(answer.headers.get('x-of-the-app')).toBe('yes')
  })

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0.5, br;q=0.0', 'gzip'],
    ['br;q=0.5', 'br'],
    ['gzip;q=0', null],
  ])('does not come in an encoding that the browser weighs as nothing: %s', (accepts, encoding) => {
    const answer = answerStill(stillPage('<p>Hello</p>', {}), look({ 'accept-encoding': accepts }))
    expect(answer.headers['Content-Encoding'] ?? null).toBe(encoding)
  })

  test.each([(tag: string) => `W/${tag}`, (tag: string) => `"other", ${tag}`])(
    'is not sent again when its tag comes weak or in a list',
    (send) => {
      const still = stillPage('<p>Hello</p>', {})
      const headers = { 'if-none-match': send(still.etag) }
      expect(answerStill(still, look(headers)).status).toBe(304)
    },
  )

  test('is sent again when the browser has another version', () => {
    const other = stillPage(`${html} `, {})
    expect(other.etag).not.toBe(still.etag)
    expect(ask({ 'if-none-match': other.etag }).status).toBe(200)
  })

  test('answers HEAD with the same headers and no body', async () => {
    const asked = { 'accept-encoding': 'br' }
    const head = ask(asked, 'HEAD')
    expect([...head.headers]).toEqual([...ask(asked).headers])
    expect((await bytes(head)).length).toBe(0)
  })

  test('that is an error page keeps its status, even for a browser that has it', () => {
    const headers = { 'if-none-match': still.etag }
    const answer = answerStill(still, look(headers), 404)
    expect(answer.status).toBe(404)
  })
})
