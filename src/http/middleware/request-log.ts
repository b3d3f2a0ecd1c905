import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { HonoEnv } from '#src/http/context.ts'

/**
 * One line a request: our own id, the route's pattern, status, milliseconds. No body, query, cookie or address of a
 * person. The id goes to the caller too, so that an error page can name it.
 */
export const requestLog: MiddlewareHandler<HonoEnv> = async function requestLog(c, next) {
  const started = performance.now()
  const id = randomUUID()
  c.set('requestId', id)
  c.header('X-Request-Id', id)
  await next()
  c.var.deps.log.info(
    {
      requestId: id,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    },
    'request',
  )
}
