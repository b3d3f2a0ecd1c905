import type { Admin, ApiKey } from '#src/domain/actor.ts'
import { holderOfKey } from '#src/domain/integrations/api-keys.ts'
import type { Ctx } from '#src/http/context.ts'
import { refuseOtherNetworks } from '#src/http/middleware/client-address.ts'
import { requireAdmin } from './admin-session.ts'

export const requireReader = async (c: Ctx): Promise<Admin | ApiKey> =>
  (await apiKeyOf(c)) ?? requireAdmin(c, 'read')

/** Returns `null` without one of our keys, because a proxy may send tokens of its own. Refuses a wrong key. */
export async function apiKeyOf(c: Ctx): Promise<ApiKey | null> {
  const [, key] = /^Bearer +(cs_\S+)\s*$/i.exec(c.req.header('authorization') ?? '') ?? []
  if (!key) return null
  refuseOtherNetworks(c)
  return holderOfKey(c.var.deps, key, c.var.address)
}
