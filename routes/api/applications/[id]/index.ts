import { authorize } from '#src/domain/applications/access.ts'
import { saveDraft } from '#src/domain/applications/drafts.ts'
import { submitApplication } from '#src/domain/applications/submit.ts'
import { withDrawnName } from '#src/domain/applications/typed-name.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { editApplication } from '#src/domain/review/edit-application.ts'
import { adminRecord, readAdminRecord } from '#src/domain/review/record.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits, readJson } from '#src/http/requests/body.ts'
import { limitDuplicates } from '#src/http/requests/duplicate-limit.ts'
import { inTurn } from '#src/http/requests/in-turn.ts'
import { receiptOf, saveOf } from '#src/http/requests/save-request.ts'
import { timelineCursor } from '#src/http/requests/timeline-cursor.ts'
import { tagAnswer, versionSeen } from '#src/http/requests/version.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { requireReader } from '#src/http/sessions/api-key.ts'
import { applicantOf, renewDraftCookie } from '#src/http/sessions/draft-cookie.ts'

/** Saves a draft, or submits it when the payload says so. */
export async function PUT(c: Ctx) {
  const { deps } = c.var
  const id = c.req.param('id') ?? ''
  const draft = authorize(deps, applicantOf(c), 'write-draft', id)
  const given = await saveOf(c)
  await limit(c, given.submits ? 'submit' : 'save')
  const write = given.submits ? submitApplication : saveDraft
  const application = await inTurn(deps, id, async () => {
    const save = await withDrawnName(deps, given, draft, c.var.address)
    return limitDuplicates(c, save.fields.mainEmail, draft.mainEmailKey, () =>
      write(deps, applicantOf(c), id, save),
    )
  })
  renewDraftCookie(c)
  return c.json(receiptOf(application))
}

/**
 * One application for an admin or with an API key. Of history, notes and emails the newest; `?history=`, `?notes=` and `?emails=` take
 * what the answer names under `earlier` and go on there.
 */
export async function GET(c: Ctx) {
  const reader = await requireReader(c)
  const record = readAdminRecord(c.var.deps, reader, c.req.param('id') ?? '', timelineCursor(c))
  noteAccess(c.var.deps, reader, 'record read', record.id)
  tagAnswer(c, record)
  return c.json(record)
}

/** An admin's edit: changed, non-empty fields only. */
export async function PATCH(c: Ctx) {
  const admin = requireAdmin(c, 'amend')
  const { deps } = c.var
  const body = await readJson(c, bodyLimits.directors)
  const id = c.req.param('id') ?? ''
  const application = editApplication(deps, admin, id, body, versionSeen(c, id))
  tagAnswer(c, application)
  return c.json(adminRecord(deps, application))
}
