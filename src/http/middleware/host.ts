import type { MiddlewareHandler } from 'hono'
import type { HonoEnv } from '#src/http/context.ts'
import { HttpError } from '#src/http/errors.ts'
import { isLoopback, readAddress } from '#src/security/addresses.ts'
import { healthCheck } from './client-address.ts'

/** Refuses names that were pointed here by DNS rebinding. Scripts may leave the header out. */
export function ownHost(appUrl: string): (host: string | undefined) => boolean {
  const own = new URL(appUrl).hostname
  return function isOwnHost(host) {
    if (host === undefined) return true
    const hostname = /^([\w.-]+|\[[\da-f:.]+\])(:\d+)?$/i.exec(host)?.[1]?.toLowerCase()
    if (hostname === undefined) return false
    if (hostname === own || isLoopback(hostname)) return true
    return readAddress(hostname.replace(/[[\]]/g, '')) !== null
  }
}

/** Exempts health checks, because a monitor may use a name of its own. */
export function ownHostOnly(appUrl: string): MiddlewareHandler<HonoEnv> {
  const isOwnHost = ownHost(appUrl)
  return async function hostGuard(c, next) {
    if (c.req.path !== healthCheck && !isOwnHost(c.req.header('host')))
      throw new HttpError(
        421,
        `This server answers as ${appUrl} only. Please open that address. If you run the server: set APP_URL to the address in use, or have your proxy pass on the Host header it received.`,
      )
    await next()
  }
}
