import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { HonoEnv } from '#src/http/context.ts'
import { prerender } from '#src/http/middleware/prerender.ts'

/** An app with a page for everybody and one for strangers; `rendered` counts how often pages were rendered. */
function stage() {
  const rendered: string[] = []
  const clock = { day: '2026-11-20' }
  const app = new Hono<HonoEnv>()
  const pages = new Map([
    ['/', 'everybody'],
    ['/form', 'strangers'],
    ['/busy', 'everybody'],
    ['/greeting', 'everybody'],
  ] as const)
  app.use(
    prerender(
      pages,
      () => clock.day,
      () => true,
    ),
  )
  app.all('*', (c) => {
    rendered.push(`${c.req.method} ${c.req.path}`)
    c.header('Content-Security-Policy', "default-src 'none'")
    if (c.req.path === '/greeting') c.header('Set-Cookie', 'visitor=1')
    return c.html(`<h1>${c.req.path} on ${clock.day}</h1>`, c.req.path === '/busy' ? 503 : 200)
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(path, { headers, method })
  return { get, rendered, clock }
}

describe('a page that is the same for everybody', () => {
  test('is rendered once and served with what a browser needs to keep it', async () => {
    const { get, rendered } = stage()
    for (const cookie of ['', 'draft=abc', 'admin=abc']) {
      const response = await get('/', { cookie })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('<h1>/ on 2026-11-20</h1>')
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'cache-control': 'no-cache',
        'content-length': '24',
        'content-security-policy': "default-src 'none'",
        'content-type': 'text/html; charset=UTF-8',
        etag: expect.stringMatching(/^"[\w-]{22}"$/),
        vary: 'Accept-Encoding',
      })
    }
    expect((await get('/?version=1')).headers.get('etag')).toBeNull()
    expect(rendered).toEqual(['GET /', 'GET /'])
  })

  test('is rendered again the next day, for HEAD too', async () => {
    const { get, rendered, clock } = stage()
    await get('/')
    await get('/form')
    const tag = (await get('/', {}, 'HEAD')).headers.get('etag')
    clock.day = '2026-11-21'
    const next = await get('/')
    expect(await next.text()).toContain('2026-11-21')
    expect(next.headers.get('etag')).not.toBe(tag)
    expect(await (await get('/form')).text()).toContain('2026-11-21')
    expect(rendered).toEqual(['GET /', 'GET /form', 'GET /', 'GET /form'])
  })

  test.each(['POST', 'FORGET', 'GETS', 'AHEAD', 'HEADER'])(
    'is not what %s gets',
    async (method) => {
      const { get, rendered } = stage()
      await get('/')
      expect((await get('/', {}, method)).headers.get('etag')).toBeNull()
      expect(rendered).toHaveLength(2)
    },
  )

  test('is none that gives a visitor a cookie', async () => {
    const { get, rendered } = stage()
    for (const _ of [1, 2]) expect((await get('/greeting')).headers.get('etag')).toBeNull()
    expect(rendered).toHaveLength(2)
  })

  test('is not an error page', async () => {
    const { get, rendered } = stage()
    for (const _ of [1, 2]) expect((await get('/busy')).status).toBe(503)
    expect(rendered).toHaveLength(2)
  })
})

describe('a page for strangers', () => {
  test('is rendered for everybody who sends a cookie or a query', async () => {
    const { get, rendered } = stage()
    await get('/form')
    expect((await get('/form')).headers.get('etag')).not.toBeNull()
    for (const own of [get('/form', { cookie: 'draft=abc' }), get('/form?section=2')])
      expect((await own).headers.get('etag')).toBeNull()
    expect(rendered).toHaveLength(3)
  })

  test('is not kept from what somebody else got', async () => {
    const { get, rendered } = stage()
    await get('/form?section=2')
    expect((await get('/form')).headers.get('etag')).not.toBeNull()
    expect(rendered).toHaveLength(2)
  })
})

test('no other page is kept', async () => {
  const { get, rendered } = stage()
  for (const _ of [1, 2]) expect((await get('/other')).headers.get('etag')).toBeNull()
  expect(rendered).toHaveLength(2)
})

test.each([
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.1', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, br;q=0', 'gzip'],
  ['gzip;q=0.5, br;q=0.0', 'gzip'],
  ['gzip;q=0', null],
  ['br;q=0, gzip;q=0', null],
  ['deflate', null],
  ['identity', null],
  ['', null],
])('for Accept-Encoding "%s" it is sent as %s', async (taken, encoding) => {
  const { get } = stage()
  const response = await get('/', { 'accept-encoding': taken })
  expect(response.headers.get('content-encoding')).toBe(encoding)
  const body = Buffer.from(await response.arrayBuffer())
  expect(response.headers.get('content-length')).toBe(String(body.length))
  const html = encoding === 'br' ? brotliDecompressSync(body) : encoding ? gunzipSync(body) : body
  expect(html.toString()).toBe('<h1>/ on 2026-11-20</h1>')
})

test.each([
  ['TAG', 304],
  ['W/TAG', 304],
  ['"other", TAG', 304],
  ['"other" ,W/TAG ,"third"', 304],
  ['"other"', 200],
  ['xTAG', 200],
  ['*', 200],
  ['', 200],
])('for If-None-Match: %s it is %i', async (given, status) => {
  const { get } = stage()
  const tag = (await get('/')).headers.get('etag') ?? ''
  const response = await get('/', { 'if-none-match': given.replace('TAG', tag) })
  expect(response.status).toBe(status)
  expect(response.headers.get('etag')).toBe(tag)
  expect(response.headers.get('vary')).toBe('Accept-Encoding')
  expect((await response.text()).length > 0).toBe(status === 200)
})
