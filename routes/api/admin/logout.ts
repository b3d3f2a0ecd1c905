import { refuseOtherNetworks } from '#src/http/admin-networks.ts'
import { leaveAdmin } from '#src/http/admin-session.ts'
import type { Ctx } from '#src/http/context.ts'

/** Ends the session; always 200 (contract 3). */
export function POST(c: Ctx) {
  refuseOtherNetworks(c)
  leaveAdmin(c)
  return c.json({ message: 'Logged out successfully' })
}
