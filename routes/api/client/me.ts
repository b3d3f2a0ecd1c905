import { requireClient } from '#src/http/client-session.ts'
import type { Ctx } from '#src/http/context.ts'

/** Who is signed in (contract 3). */
export const GET = (c: Ctx) => c.json({ email: requireClient(c).email })
