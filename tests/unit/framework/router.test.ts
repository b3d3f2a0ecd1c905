import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { describe, expect, test } from 'vitest'
import { mountRoutes, type RouteFile, routeTable } from '#src/framework/router.ts'

const says = (text: string) => () => new Response(text)
const Page = () => null

/** Guards write down that they ran, `admin` also refuses a request without the word. */
function routed(files: Record<string, RouteFile>) {
  const ran: string[] = []
  const guard = (name: string): MiddlewareHandler =>
    async function guardOf(c, next) {
      ran.push(name)
      if (c.req.header('word') === 'no') return c.text(`${name} says no`, 401)
      await next()
    }
  const app = new Hono()
  mountRoutes(
    app,
    {
      ...files,
      '/routes/admin/_middleware.ts': { default: guard('admin') },
      '/routes/admin/vault/_middleware.ts': { default: guard('vault') },
    },
    {
      renderPage: (_, page) => new Response('rendered', { status: page.status ?? 200 }),
      methodNotAllowed: (c) => c.text('not allowed', 405),
    },
  )
  return { app, ran }
}

const files: Record<string, RouteFile> = {
  '/routes/index.tsx': { default: Page },
  '/routes/administration.tsx': { default: Page },
  '/routes/admin/index.tsx': { default: Page },
  '/routes/admin/vault/index.tsx': { default: Page },
  '/routes/api/things/[id].ts': { GET: says('a thing'), PATCH: says('changed') },
  '/routes/api/things/recent.ts': { GET: says('the recent ones') },
  '/routes/api/things/index.ts': { POST: says('made') },
  '/routes/_404.tsx': { default: Page },
}

describe('a route', () => {
  const { app } = routed(files)

  test('answers the verbs that a route’s file exports', async () => {
    expect(await text(app.request('/api/things/7'))).toBe('a thing')
    expect(await text(app.request('/api/things/7', { method: 'PATCH' }))).toBe('changed')
    expect(await text(app.request('/api/things', { method: 'POST' }))).toBe('made')
  })

  test('applies the size limit of a route’s own file, even where another pattern matches too', async () => {
    const says = (c: Context) => c.json(c.get('body') ?? 'none')
    const { app } = routed({
      '/routes/things/[id].ts': { POST: says, body: { bytes: 9, pairs: 9 } },
      '/routes/things/recent.ts': { POST: says },
      '/routes/things/all.ts': { POST: says, body: { bytes: 1, pairs: 1 } },
    })
    const bound = (path: string) => text(app.request(path, { method: 'POST' }))
    expect(await bound('/things/7')).toBe('{"bytes":9,"pairs":9}')
    expect(await bound('/things/recent')).toBe('"none"')
    expect(await bound('/things/all')).toBe('{"bytes":1,"pairs":1}')
  })

  test.each(['DELETE', 'POST', 'PUT', 'OPTIONS'])(
    'answers %s with 405 and the allowed verbs when the route’s file has no such verb',
    async (method) => {
      const answer = await app.request('/api/things/7', { method })
      expect(answer.status).toBe(405)
      expect(answer.headers.get('allow')).toBe('HEAD, GET, PATCH')
    },
  )

  test('finds a route with a fixed word before one that accepts any word', async () => {
    expect(await text(app.request('/api/things/recent'))).toBe('the recent ones')
  })
})

describe("a folder's guard", () => {
  test('runs a folder’s guard before every route in and below it, outermost first', async () => {
    const { app, ran } = routed(files)
    expect(await text(app.request('/admin'))).toBe('rendered')
    expect(ran).toEqual(['admin'])
    await app.request('/admin/vault')
    expect(ran).toEqual(['admin', 'admin', 'vault'])
  })

  test('does not run a folder’s guard elsewhere, even where the name begins alike', async () => {
    const { app, ran } = routed(files)
    for (const path of ['/', '/administration', '/api/things/7', '/nowhere'])
      await app.request(path)
    expect(ran).toEqual([])
  })

  test('ends a request that a folder’s guard refuses, even for unknown addresses and methods', async () => {
    const { app } = routed(files)
    const headers = { word: 'no' }
    for (const [path, method] of [
      ['/admin', 'GET'],
      ['/admin', 'HEAD'],
      ['/admin', 'DELETE'],
      ['/admin/nowhere', 'GET'],
      ['/admin/vault', 'GET'],
    ] as const) {
      const answer = await app.request(path, { method, headers })
      expect(answer.status, `${method} ${path}`).toBe(401)
    }
  })
})

test('lists every route with its verbs in the table, a page as GET', () => {
  const table = routeTable(files).map(({ pattern, methods }) => `${methods} ${pattern}`)
  expect(table).toEqual([
    'GET /',
    'GET /admin',
    'GET /admin/vault',
    'GET /administration',
    'POST /api/things',
    'GET /api/things/recent',
    'GET,PATCH /api/things/:id',
  ])
})

const text = async (answer: Response | Promise<Response>) => (await answer).text()
