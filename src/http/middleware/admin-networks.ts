import type { MiddlewareHandler } from 'hono'
import type { Ctx, HonoEnv } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { isIn, readNetworks } from '#src/security/addresses.ts'

/** Whether the back office answers the request at all: from everywhere, unless ADMIN_NETWORKS says from where. */
export function adminsMayCall(c: Ctx): boolean {
  const { env } = c.var.deps
  if (env.ADMIN_NETWORKS.length === 0) return true
  return c.var.addressKnown && isIn(readNetworks(env.ADMIN_NETWORKS), c.var.address)
}

/** From other networks there is no back office: 404. */
export function refuseOtherNetworks(c: Ctx) {
  if (!adminsMayCall(c)) throw new HttpError(404, httpMessages.notFound)
}

/** The guard of paths that only administrators use: from other networks they answer like any path that does not exist. */
export const adminNetworksOnly: MiddlewareHandler<HonoEnv> = async function adminNetworks(c, next) {
  if (!adminsMayCall(c)) return c.notFound()
  await next()
}
