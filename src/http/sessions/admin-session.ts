import type { Next } from 'hono'
import {
  endAdminSession,
  findAdminSession,
  signOutAdmin,
} from '#src/domain/accounts/admin-sessions.ts'
import { type Admin, type ApiKey, refuseWithoutRight } from '#src/domain/actor.ts'
import { holderOfKey } from '#src/domain/integrations/api-keys.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Right } from '#src/forms/admin/roles.ts'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { adminsMayCall, refuseOtherNetworks } from '#src/http/middleware/admin-networks.ts'
import { hashToken } from '#src/security/tokens.ts'
import { secretCookie } from './cookie.ts'

const cookie = secretCookie('admin')

/**
 * The admin who sends the request. Throws 404 from networks without a back office; refuses 'not-signed-in', and as
 * `refuseWithoutRight`.
 */
export function requireAdmin(c: Ctx, right: Right): Admin {
  refuseOtherNetworks(c)
  const admin = adminOf(c)
  if (!admin) throw new Refusal('not-signed-in', refusals.signIn)
  refuseWithoutRight(admin, right)
  c.set('recheck', () => void requireAdmin(c, right))
  return admin
}

/** The guard of a page that needs a right. */
export const pageNeeds = (right: Right) => async (c: Ctx, next: Next) => {
  requireAdmin(c, right)
  await next()
}

/** The admin who sends the request, or `null`. */
export const adminOf = (c: Ctx): Admin | null => sessionOf(c, 'full')

/** The admin whose password was right and whose code is still to come, or `null`. */
export const pendingAdminOf = (c: Ctx): Admin | null => sessionOf(c, 'challenge')

/** The admin whose code is still to come. Throws 404 from networks without a back office; refuses 'not-signed-in'. */
export function requirePendingAdmin(c: Ctx): Admin {
  refuseOtherNetworks(c)
  const pending = pendingAdminOf(c)
  if (!pending) throw new Refusal('not-signed-in', refusals.signIn)
  return pending
}

/** Gives the browser its session cookie, which goes with the browser (rule 221). */
export const setAdminCookie = (c: Ctx, token: string) => cookie.set(c, token)

/** Gives the browser the session that has replaced the admin's; returns the admin in it. */
export function replaceAdminSession(c: Ctx, admin: Admin, token: string): Admin {
  setAdminCookie(c, token)
  return { ...admin, sessionHash: hashToken(token) }
}

/** Ends the browser's session, if it has one, and empties its cache of what only admins may see. */
export function leaveAdmin(c: Ctx) {
  const admin = adminOf(c)
  const pending = pendingAdminOf(c)
  if (admin) signOutAdmin(c.var.deps, admin)
  if (pending) endAdminSession(c.var.deps, pending.sessionHash)
  cookie.remove(c)
}

function sessionOf(c: Ctx, stage: 'full' | 'challenge'): Admin | null {
  const token = cookie.read(c)
  if (!token || !adminsMayCall(c)) return null
  const admin = findAdminSession(c.var.deps, hashToken(token), stage)
  return admin && { ...admin, ...sourceOf(c) }
}

/**
 * True for a visit to a sign-in page whose session check failed. Such a visitor is not sent straight on, or the two
 * pages would lead to each other for as long as the check fails.
 */
export const checkFailed = (c: Ctx) => c.req.query('check') === 'failed'

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
