import type { Ctx } from '#src/http/context.ts'
import { leaveAdmin } from '#src/http/sessions/admin-session.ts'

export function POST(c: Ctx) {
  leaveAdmin(c)
  return c.json({ message: 'Logged out successfully' })
}
