import { authorize } from '#src/domain/applications/access.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { adminRecord } from '#src/domain/review/admin-record.ts'
import { editApplication } from '#src/domain/review/edit.ts'
import { readAdminRecord, readRecordForKey } from '#src/domain/review/record.ts'
import { recordEdit } from '#src/forms/admin/review-forms.ts'
import { saveSchema } from '#src/forms/registration/save.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { expectedVersion, tagAnswer, timelineCursor } from '#src/http/requests/record-request.ts'
import { receiptOf, saveOrSubmitDraft } from '#src/http/requests/registration.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'
import { applicantOf, renewDraftCookie } from '#src/http/sessions/draft-cookie.ts'
import { requireReader } from '#src/http/sessions/reader-session.ts'

export const body = bodyLimits.application

export async function PUT(c: Ctx) {
  const actor = applicantOf(c)
  const draft = authorize(c.var.deps, actor, 'write-draft', c.req.param('id') ?? '')
  const save = await formOf(c, saveSchema)
  await limit(c, save.submits ? 'submit' : 'save')
  const application = await saveOrSubmitDraft(c, { draft, actor }, save)
  renewDraftCookie(c)
  return c.json(receiptOf(application, save))
}

/**
 * Answers the record, also to API keys, with the newest history, notes and emails. `?history=`, `?notes=` and `?emails=`
 * accept the cursors under `earlier`.
 */
export async function GET(c: Ctx) {
  const reader = await requireReader(c)
  const id = c.req.param('id') ?? ''
  const record =
    reader.kind === 'admin'
      ? readAdminRecord(c.var.deps, reader, id, timelineCursor(c))
      : readRecordForKey(c.var.deps, reader, id, timelineCursor(c))
  noteAccess(c.var.deps, reader, 'record read', record.id)
  tagAnswer(c, record)
  return c.json(record)
}

export async function PATCH(c: Ctx) {
  const admin = requireAdmin(c, 'amend')
  const { deps } = c.var
  const fields = await formOf(c, recordEdit)
  const id = c.req.param('id') ?? ''
  const application = editApplication(deps, admin, id, fields, expectedVersion(c, id))
  tagAnswer(c, application)
  return c.json(adminRecord(deps, application))
}
