import type { Ctx } from '#src/http/context.ts'
import { leaveClient } from '#src/http/sessions/client-session.ts'

/** Answers 200 whether or not the client was signed in. */
export function POST(c: Ctx) {
  leaveClient(c)
  return c.json({ message: 'Logged out successfully' })
}
