import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { Deps } from '#src/deps.ts'
import type { HonoEnv } from '#src/http/context.ts'

/** Logs nothing personal: no body, query, cookie or address. */
export function requestLog({ log }: Deps): MiddlewareHandler<HonoEnv> {
  return async function logged(c, next) {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    await next()
    if (!log.isLevelEnabled('info')) return
    log.info(
      {
        requestId,
        method: c.req.method,
        route: routePath(c, -1),
        status: c.res.status,
        ms: Math.round((performance.now() - started) * 10) / 10,
      },
      'request',
    )
  }
}
