import type { MiddlewareHandler } from 'hono'
import { requestId } from 'hono/request-id'
import { routePath } from 'hono/route'
import type { HonoEnv } from '#src/http/context.ts'

/** Gives every request an id of ours and sends it back in X-Request-Id; the caller's own is always "too long". */
export const ownRequestId: MiddlewareHandler<HonoEnv> = requestId({ limitLength: 0 })

/** Logs one line a request: id, method, the route's pattern, status, milliseconds. Nothing personal: no body, query or address. */
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
