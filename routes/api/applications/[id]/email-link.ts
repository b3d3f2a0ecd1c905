import { emailDraftLink } from '#src/domain/applications/draft-links.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import { toasts } from '#src/ui/toasts/texts.ts'

/** Emails the links of a draft to its main address; says the same whether the limits let it go out. */
export async function POST(c: Ctx) {
  await limit(c, 'draftLink')
  await emailDraftLink(c.var.deps, applicantOf(c), c.req.param('id') ?? '')
  return c.json({ message: toasts.draftLinkSent.text }, 202)
}
