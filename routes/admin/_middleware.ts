import type { Next } from 'hono'
import { matchedRoutes } from 'hono/route'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminsMayCall } from '#src/http/middleware/client-address.ts'
import {
  adminOf,
  checkFailed,
  pageAfterSignIn,
  signInFor,
} from '#src/http/sessions/admin-session.ts'

const signIn = '/admin'

const withoutSession = new Set([
  ...['/admin/first', '/admin/invitation'],
  ...['/admin/forgot-password', '/admin/set-password'],
])

/**
 * Answers 404 to networks that may not reach the back office, and lets visitors without a session reach only the
 * sign-in pages.
 */
export default async function guard(c: Ctx, next: Next) {
  if (!adminsMayCall(c)) return c.notFound()
  const { path } = c.req
  const isSignIn = path === signIn
  const admin = adminOf(c)
  if (isSignIn && admin && !checkFailed(c))
    return c.redirect(pageAfterSignIn(c.req.query('opens')), 303)
  if (!isSignIn && !withoutSession.has(path) && !admin) {
    // The sign-in would lead to an address that does not exist.
    if (!isRoute(c)) return c.notFound()
    // A page that answers a form keeps what was typed, because the browser sends it again when the page is reloaded.
    if (c.req.method === 'POST') throw new Refusal('not-signed-in', refusals.sessionEnded)
    const { pathname, search } = new URL(c.req.url)
    return c.redirect(signInFor(pageAfterSignIn(`${pathname}${search}`)), 303)
  }
  await next()
}

const isRoute = (c: Ctx) => matchedRoutes(c).some(({ path }) => !path.endsWith('*'))
