import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { isLoopback } from '#src/security/addresses.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Without `Sec-Fetch-Site` and `Origin` only JSON and no body pass: they need a preflight. */
export function sameOriginWrites(appUrl: string): MiddlewareHandler<HonoEnv> {
  const own = originKey(appUrl)
  return async function sameOrigin(c, next) {
    if (!safe.has(c.req.method)) {
      const site = c.req.header('sec-fetch-site')
      const origin = c.req.header('origin')
      const allowed =
        site !== undefined
          ? site === 'same-origin'
          : origin !== undefined
            ? originKey(origin) === own
            : !c.req.header('content-type')?.match(/form|text\/plain/i)
      if (!allowed) throw new HttpError(403, httpMessages.crossSite)
    }
    await next()
  }
}

function originKey(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${isLoopback(hostname) ? 'loopback' : hostname}:${port}`
}
