import type { Admin, ApiKey } from '#src/domain/actor.ts'
import { holderOfKey } from '#src/domain/integrations/api-keys.ts'
import type { Ctx } from '#src/http/context.ts'
import { refuseOtherNetworks } from '#src/http/middleware/admin-networks.ts'
import { requireAdmin } from './admin-session.ts'

/** Who reads: the system whose key comes with the request, or the administrator. Refuses as `requireAdmin`. */
export const requireReader = async (c: Ctx): Promise<Admin | ApiKey> =>
  (await apiKeyOf(c)) ?? requireAdmin(c, 'read')

/**
 * The system whose key comes with the request as `Authorization: Bearer`, or `null` without one: a proxy may send tokens
 * of its own. Throws 404 from networks without a back office; refuses a wrong key.
 */
export async function apiKeyOf(c: Ctx): Promise<ApiKey | null> {
  const [, key] = /^Bearer +(cs_\S+)\s*$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (!key) return null
  refuseOtherNetworks(c)
  return holderOfKey(c.var.deps, key, c.var.address)
}
