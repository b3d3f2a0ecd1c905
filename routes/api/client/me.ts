import type { Ctx } from '#src/http/context.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

export const GET = (c: Ctx) => c.json({ email: requireClient(c).email })
