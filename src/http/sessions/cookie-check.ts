import { minutes } from '#src/domain/calendar.ts'
import { cookieMark } from '#src/forms/sign-in/cookie-mark.ts'
import type { Ctx } from '#src/http/context.ts'

/**
 * Whether the browser keeps no cookies: the address says that one was set within the last minute, and the request brings
 * no `cookie`. An older mark says nothing, because addresses are kept and sessions end.
 */
export function keepsNoCookies(c: Ctx, cookie: string | null): boolean {
  const at = c.req.query(cookieMark)
  if (at === undefined || cookie !== null) return false
  const age = c.var.deps.now() - Number(at)
  return age >= 0 && age < minutes(1)
}
