import type { Ctx } from '#src/http/context.ts'
import { leaveAdmin } from '#src/http/sessions/admin-session.ts'

/** Ends the session; always 200. */
export function POST(c: Ctx) {
  leaveAdmin(c)
  return c.json({ message: 'Logged out successfully' })
}
