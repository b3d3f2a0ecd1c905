import { createDraft } from '#src/domain/applications/drafts.ts'
import { findRetried, retryByKey } from '#src/domain/applications/idempotency.ts'
import { withDrawnName, withoutName } from '#src/domain/applications/typed-name.ts'
import { listApplications } from '#src/domain/dashboard/list.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { limitDuplicates } from '#src/http/requests/duplicate-limit.ts'
import { listQueryOf } from '#src/http/requests/list-request.ts'
import { receiptOf, saveOf } from '#src/http/requests/save-request.ts'
import { requireReader } from '#src/http/sessions/api-key.ts'
import { applicantOf, draftToken, setDraftCookie } from '#src/http/sessions/draft-cookie.ts'

/** The list and the search of the back office, newest first; also with an API key. */
export async function GET(c: Ctx) {
  const reader = await requireReader(c)
  return c.json(listApplications(c.var.deps, listQueryOf(c, reader)))
}

/** Makes a draft of the first save and hands the browser its cookie. */
export async function POST(c: Ctx) {
  await limit(c, 'draft')
  const { deps } = c.var
  const given = await saveOf(c)
  const token = draftToken(c)
  const retry = retryByKey(c.req.header('idempotency-key'), token)
  // a retry gets the first answer though no signature can be drawn by now
  const known = retry !== null && findRetried(deps, retry) !== null
  const save = known ? withoutName(given) : await withDrawnName(deps, given, null, c.var.address)
  const made = await limitDuplicates(c, save.fields.mainEmail, null, () =>
    createDraft(deps, applicantOf(c), save, { token, retry }),
  )
  if (made.token) setDraftCookie(c, made.token)
  return c.json(receiptOf(made.application), 201)
}
