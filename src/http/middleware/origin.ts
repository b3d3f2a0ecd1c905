import type { MiddlewareHandler } from 'hono'
import type { Deps } from '#src/deps.ts'
import type { HonoEnv } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { isLoopback } from '#src/security/addresses.ts'

const safe = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Without `Sec-Fetch-Site` and `Origin`, only JSON and requests without a body pass, because browsers send a
 * preflight before them.
 */
export function sameOriginWrites({
  env: { APP_URL },
  log,
}: Pick<Deps, 'env' | 'log'>): MiddlewareHandler<HonoEnv> {
  const own = originKey(APP_URL)
  let isLogged = false
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
      if (!allowed && !site && isUnderOtherAddress(APP_URL, origin, c.req.header('host'))) {
        if (!isLogged) log.warn({ origin }, `A write was refused. ${otherAddress(APP_URL)}`)
        isLogged = true
        throw new HttpError(403, otherAddress(APP_URL))
      }
      if (!allowed) throw new HttpError(403, httpMessages.crossSite)
    }
    await next()
  }
}

/** Returns whether the page came from this server too, and only its address is wrong. */
function isUnderOtherAddress(appUrl: string, origin = '', host = ''): boolean {
  const from = URL.parse(origin)?.hostname
  return (
    Boolean(from) &&
    [new URL(appUrl), URL.parse(`http://${host}`)].some((at) => at?.hostname === from)
  )
}

const otherAddress = (appUrl: string) =>
  `This server can be used at ${appUrl} only. Please open that address, and try again there. If you run the server: set APP_URL to the address that people open, with its port.`

function originKey(origin: string): string | null {
  if (!URL.canParse(origin)) return null
  const { protocol, hostname, port } = new URL(origin)
  return `${protocol}//${isLoopback(hostname) ? 'loopback' : hostname}:${port}`
}
