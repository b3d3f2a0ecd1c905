import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import type { Deps } from '#src/deps.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { adminNetworksOnly, refuseOtherNetworks } from '#src/http/middleware/admin-networks.ts'
import { noStore, securityHeaders } from '#src/http/middleware/headers.ts'
import { limit, refuseWhenSpent } from '#src/http/middleware/limit.ts'
import { proxyWarning } from '#src/http/middleware/proxy-warning.ts'
import { ownRequestId, requestLog } from '#src/http/middleware/request-log.ts'
import { createLimits, limitTable } from '#src/security/limits.ts'

/** An app whose requests come from `address`. */
function appWith(deps: object, address = '203.0.113.9', addressKnown = true) {
  const app = new Hono<HonoEnv>()
  app.use(async (c, next) => {
    c.set('deps', deps as Deps)
    c.set('address', address)
    c.set('addressKnown', addressKnown)
    await next()
  })
  app.onError((error, c) => errorResponse(c, error))
  return app
}

describe('the back office', () => {
  test.each([
    [[], '203.0.113.9', true, 200],
    [[], 'unknown', false, 200],
    [['10.0.0.0/8', '192.0.2.7'], '10.1.2.3', true, 200],
    [['10.0.0.0/8', '192.0.2.7'], '192.0.2.7', true, 200],
    [['10.0.0.0/8', '192.0.2.7'], '203.0.113.9', true, 404],
    [['10.0.0.0/8', '192.0.2.7'], '10.1.2.3', false, 404],
  ])('open to %j is for %s (known: %s) %i', async (networks, address, known, status) => {
    const app = appWith({ env: { ADMIN_NETWORKS: networks } }, address, known)
    app.get('/page', adminNetworksOnly, (c) => c.text('page'))
    app.get('/call', (c) => {
      refuseOtherNetworks(c)
      return c.text('call')
    })
    app.notFound((c) => c.json({ message: 'Not found' }, 404))
    for (const path of ['/page', '/call', '/nothing']) {
      const response = await app.request(path)
      expect(response.status, path).toBe(path === '/nothing' ? 404 : status)
      if (status === 404) expect(await response.json()).toEqual({ message: 'Not found' })
    }
  })
})

describe('a limit', () => {
  const { points, seconds } = limitTable.testMail
  const limits = () => createLimits(1 / points)
  const refused = {
    message: 'Too many requests. Please try again in a minute.',
  }

  test('refuses what is over it, by address or by key, and says when to come again', async () => {
    const app = appWith({ limits: limits() })
    app.get('/', async (c) => {
      await limit(c, 'testMail', c.req.query('key'))
      return c.text('done')
    })
    expect((await app.request('/')).status).toBe(200)
    const response = await app.request('/')
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe(String(seconds))
    expect(await response.json()).toEqual(refused)
    const statuses = []
    for (const path of ['/?key=a', '/?key=a', '/?key=b'])
      statuses.push((await app.request(path)).status)
    expect(statuses).toEqual([200, 429, 200])
  })

  test('may be asked for without taking of it', async () => {
    const app = appWith({ limits: limits() })
    app.get('/ask', async (c) => {
      await refuseWhenSpent(c, 'testMail')
      return c.text('done')
    })
    app.get('/take', async (c) => {
      await limit(c, 'testMail')
      return c.text('done')
    })
    const statuses = []
    for (const path of ['/ask', '/ask', '/take', '/ask'])
      statuses.push((await app.request(path)).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  })
})

describe('the warning of a proxy that nobody named', () => {
  test.each(['10.0.0.1', '127.0.0.1', 'fd00::1'])('is said once, for %s', (address) => {
    const warn = vi.fn()
    const warnOfProxy = proxyWarning({ warn })
    warnOfProxy('203.0.113.9')
    warnOfProxy('169.254.169.254')
    expect(warn).not.toHaveBeenCalled()
    for (const again of [address, address, '10.0.0.2']) warnOfProxy(again)
    expect(warn.mock.calls).toEqual([[{ address }, expect.stringContaining('TRUSTED_PROXIES')]])
  })
})

describe('the log of requests', () => {
  test('names the route and how long it took, and nothing of the caller', async () => {
    const lines: string[] = []
    const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) })
    const app = appWith({ log })
    app.use(ownRequestId, requestLog)
    app.use(async (_, next) => next())
    app.get('/applications/:id', (c) => c.text(c.var.requestId, 418 as 200))
    vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.345)
    const response = await app.request('/applications/4711?secret=1', {
      headers: { 'x-request-id': 'of-the-caller' },
    })
    const id = await response.text()
    expect(id).not.toBe('of-the-caller')
    expect(response.headers.get('x-request-id')).toBe(id)
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        level: 30,
        requestId: id,
        method: 'GET',
        route: '/applications/:id',
        status: 418,
        ms: 12.3,
        msg: 'request',
      },
    ])
  })
})

describe('the headers of every response', () => {
  const headersAt = async (APP_URL: string, path: string) => {
    const app = appWith({})
    app.use(securityHeaders({ APP_URL } as Deps['env']))
    app.use(noStore)
    app.get('/own', (c) => {
      c.header('Content-Security-Policy', 'of the page')
      c.header('Cache-Control', 'no-cache')
      return c.body(null)
    })
    app.get('*', (c) => c.body(null))
    return Object.fromEntries((await app.request(path)).headers)
  }
  const always = {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
  const tls = { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }
  const noindex = { 'x-robots-tag': 'noindex' }
  const own = { 'content-security-policy': 'of the page', 'cache-control': 'no-cache' }

  test.each([
    ['http://localhost:3000', '/', always],
    ['http://localhost:3000', '/api/health', { ...always, ...noindex }],
    ['http://localhost:3000', '/client/api', always],
    ['https://trade.example.com', '/', { ...always, ...tls }],
    ['https://trade.example.com', '/api', { ...always, ...tls, ...noindex }],
    ['https://trade.example.com', '/own', { ...always, ...tls, ...own }],
  ])('at %s%s', async (appUrl, path, headers) => {
    expect(await headersAt(appUrl, path)).toEqual(headers)
  })
})
