import { Hono } from 'hono'
import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import type { Deps } from '#src/deps.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { errorResponse } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { requestLog } from '#src/http/middleware/request-log.ts'
import { createLimits, limitTable } from '#src/security/limits.ts'

/** An app whose requests come from one address. */
function appWith(deps: object) {
  const app = new Hono<HonoEnv>()
  app.use(async (c, next) => {
    c.set('deps', deps as Deps)
    c.set('address', '203.0.113.9')
    c.set('addressKnown', true)
    await next()
  })
  app.onError((error, c) => errorResponse(c, error))
  return app
}

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
})

describe('the log of requests', () => {
  test('names the route and how long it took, and nothing of the caller', async () => {
    const lines: string[] = []
    const log = pino({ base: null, timestamp: false }, { write: (line) => lines.push(line) })
    const app = appWith({ log })
    app.use(requestLog({ log } as Deps))
    app.use(async (_, next) => next())
    app.get('/applications/:id', (c) => c.text(c.var.requestId, 418 as 200))
    vi.spyOn(performance, 'now').mockReturnValueOnce(1000).mockReturnValueOnce(1012.345)
    const response = await app.request('/applications/4711?secret=1', {
      headers: { 'x-request-id': 'of-the-caller' },
    })
    const id = await response.text()
    expect(id).not.toBe('of-the-caller')
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
