import { saveDraft } from '#src/domain/drafts.ts'
import { submitApplication } from '#src/domain/submission.ts'
import type { Ctx } from '#src/http/context.ts'
import { applicantOf, renewDraftCookie } from '#src/http/draft-cookie.ts'
import { limit } from '#src/http/limit.ts'
import { receiptOf, saveOf } from '#src/http/save-request.ts'

/** Saves a draft, or submits it when the payload says so (contract 3). */
export async function PUT(c: Ctx) {
  const save = await saveOf(c)
  await limit(c, save.submits ? 'submit' : 'save')
  const write = save.submits ? submitApplication : saveDraft
  const application = write(c.var.deps, applicantOf(c), c.req.param('id') ?? '', save)
  renewDraftCookie(c)
  return c.json(receiptOf(application))
}
