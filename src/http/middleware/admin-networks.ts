import type { MiddlewareHandler } from 'hono'
import type { Ctx, HonoEnv } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { isIn, readNetworks } from '#src/security/addresses.ts'

/** Returns whether the request may reach the back office: any may, unless ADMIN_NETWORKS is set. */
export function adminsMayCall(c: Ctx): boolean {
  const { env } = c.var.deps
  if (env.ADMIN_NETWORKS.length === 0) return true
  return c.var.addressKnown && isIn(readNetworks(env.ADMIN_NETWORKS), c.var.address)
}

/** Throws 404 for requests from other networks. */
export function refuseOtherNetworks(c: Ctx) {
  if (!adminsMayCall(c)) throw new HttpError(404, httpMessages.notFound)
}

/** Guards paths that only administrators use: from other networks they look like unknown paths. */
export const adminNetworksOnly: MiddlewareHandler<HonoEnv> = async function adminNetworks(c, next) {
  if (!adminsMayCall(c)) return c.notFound()
  await next()
}
