import { authorize } from '#src/domain/applications/access.ts'
import { directorsOf } from '#src/domain/applications/application.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { apiAnswers } from '#src/forms/integrations/api-answers.ts'
import { directorList } from '#src/forms/registration/save.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { saveOrSubmitDraft } from '#src/http/requests/registration.ts'
import { applicantOf, renewDraftCookie } from '#src/http/sessions/draft-cookie.ts'
import { requireReader } from '#src/http/sessions/reader-session.ts'

export const body = bodyLimits.directors

export async function GET(c: Ctx) {
  const { deps } = c.var
  const reader = await requireReader(c)
  const application = authorize(deps, reader, 'read', c.req.param('id') ?? '')
  noteAccess(deps, reader, 'record read', application.id)
  const answer = { directors: directorsOf(deps, application) }
  return c.json(reader.kind === 'admin' ? answer : apiAnswers.directors.parse(answer))
}

export async function POST(c: Ctx) {
  await limit(c, 'save')
  const actor = applicantOf(c)
  // The authorization comes first, so that a stranger learns nothing about the body.
  const draft = authorize(c.var.deps, actor, 'write-draft', c.req.param('id') ?? '')
  const { directors } = await formOf(c, directorList)
  const save = {
    fields: {},
    directors,
    section: null,
    isUnfinished: false,
    percent: 0,
    submits: false,
  }
  await saveOrSubmitDraft(c, { draft, actor }, save)
  renewDraftCookie(c)
  return c.json({ directors: directorsOf(c.var.deps, draft) })
}
