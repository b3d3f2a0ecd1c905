import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import type { HonoEnv } from '#src/http/context.ts'

/** Gives every request an id and returns it in X-Request-Id. The limit of 0 refuses any id that the caller sends. */
export const ownRequestId: MiddlewareHandler<HonoEnv> = requestId({ limitLength: 0 })

/** Logs one line per request, nothing personal in it: no body, query, cookie or address. */
export const requestLog: MiddlewareHandler<HonoEnv> = async function requestLog(c, next) {
  const started = performance.now()
  await next()
  c.var.deps.log.info(
    {
      requestId: c.var.requestId,
      method: c.req.method,
      route: routePath(c, -1),
      status: c.res.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    },
    'request',
  )
}
