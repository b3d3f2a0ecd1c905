import { emailDraftLink } from '#src/domain/applications/draft-links.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import { toasts } from '#src/ui/toasts/texts.ts'

/** Answers the same whether or not the limits let the email go out. */
export async function POST(c: Ctx) {
  await limit(c, 'draftLink')
  await emailDraftLink(c.var.deps, applicantOf(c), c.req.param('id') ?? '')
  return c.json({ message: toasts.draftLinkSent().text }, 202)
}
