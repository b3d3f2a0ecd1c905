import { minutes } from '#src/domain/calendar.ts'
import { cookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import type { Ctx } from '#src/http/context.ts'

/**
 * Returns whether the browser keeps no cookies: according to the address a cookie was set within the last minute, but
 * the request has no `cookie`. An older mark proves nothing, because addresses are bookmarked and sessions end.
 */
export function keepsNoCookies(c: Ctx, cookie: string | null): boolean {
  const at = c.req.query(cookieMark)
  if (at === undefined || cookie !== null) return false
  const age = c.var.deps.now() - Number(at)
  return age >= 0 && age < minutes(1)
}
