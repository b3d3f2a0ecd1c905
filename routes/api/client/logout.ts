import type { Ctx } from '#src/http/context.ts'
import { leaveClient } from '#src/http/sessions/client-session.ts'

/** Always 200, signed in or not. */
export function POST(c: Ctx) {
  leaveClient(c)
  return c.json({ message: 'Logged out successfully' })
}
