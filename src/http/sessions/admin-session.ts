import type { Next } from 'hono'
import { type Admin, refuseWithoutRight } from '#src/domain/actor.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import {
  endAdminSession,
  findAdminSession,
  signOutAdmin,
} from '#src/domain/staff/admin-sessions.ts'
import type { Right } from '#src/forms/admin/roles.ts'
import { withCookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { adminsMayCall, refuseOtherNetworks } from '#src/http/middleware/client-address.ts'
import { hashToken } from '#src/security/tokens.ts'
import { withoutWord } from '#src/ui/toasts/toast.ts'
import { secretCookie } from './cookie.ts'
import { keepsNoCookies } from './cookie-check.ts'

const cookie = secretCookie('admin')

/** Refuses with 404 on other networks, with 'not-signed-in', and as `refuseWithoutRight` does. */
export function requireAdmin(c: Ctx, right: Right): Admin {
  refuseOtherNetworks(c)
  const admin = adminOf(c)
  if (!admin) throw new Refusal('not-signed-in', refusals.signIn)
  refuseWithoutRight(admin, right)
  c.set('signedInAs', admin.username)
  c.set('recheck', () => void requireAdmin(c, right))
  return admin
}

export const pageNeeds = (right: Right) => async (c: Ctx, next: Next) => {
  requireAdmin(c, right)
  await next()
}

export const adminOf = (c: Ctx): Admin | null => sessionOf(c, 'full')

export const pendingAdminOf = (c: Ctx): Admin | null => sessionOf(c, 'challenge')

export function requirePendingAdmin(c: Ctx): Admin {
  const pending = pendingAdminOf(c)
  if (!pending) throw new Refusal('not-signed-in', refusals.signIn)
  return pending
}

export const adminKeepsNoCookies = (c: Ctx) => keepsNoCookies(c, cookie.read(c))

export const setAdminCookie = (c: Ctx, token: string) => cookie.set(c, token)

export function replaceAdminSession(c: Ctx, admin: Admin, token: string): Admin {
  setAdminCookie(c, token)
  return { ...admin, sessionHash: hashToken(token) }
}

/** Signs out, and empties the browser's cache of what only staff may see. */
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

const dashboard = '/admin/dashboard'

/** Returns the page if it belongs to the back office, and the dashboard for any other address. */
export function pageAfterSignIn(path = ''): string {
  const url = URL.parse(path, ownOrigin)
  if (url?.origin !== ownOrigin || !isPage.test(url.pathname)) return dashboard
  const { pathname, search } = withoutWord(url.href)
  const page = `${pathname}${search}`
  return page.length > 1000 ? dashboard : page
}

const ownOrigin = 'http://countersign.invalid'

/** Leaves out downloads, because a download would leave the sign-in on the screen. */
const isPage = /^\/admin\/(?!.*\/(ledger|preview)$)/

export function signInFor(page: string, parameters: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(page !== dashboard && { opens: page }), ...parameters })
  return query.size > 0 ? `/admin?${query}` : '/admin'
}

/**
 * Returns the address of the sign-in after a new session. It leads on to `page`, or says that the browser keeps no
 * cookies.
 */
export const throughSignIn = (c: Ctx, page: string) =>
  withCookieMark(signInFor(page), c.var.deps.now())

/**
 * Returns whether the check failed. Redirecting such a visitor would send them back and forth between the two pages.
 */
export const checkFailed = (c: Ctx) => c.req.query('check') === 'failed'
