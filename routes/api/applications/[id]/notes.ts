import { authorize } from '#src/domain/applications/access.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { addNote } from '#src/domain/review/notes.ts'
import { notesOf } from '#src/domain/review/timeline.ts'
import { note } from '#src/forms/admin/admin-forms.ts'
import type { Ctx } from '#src/http/context.ts'
import { adminNetworksOnly } from '#src/http/middleware/admin-networks.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { timelineCursor } from '#src/http/requests/timeline-cursor.ts'
import { requireAdmin } from '#src/http/sessions/admin-session.ts'

export const guard = adminNetworksOnly

/** The internal notes on an application, newest first; `?notes=` takes the `earlier` of a page and goes on there. */
export function GET(c: Ctx) {
  const admin = requireAdmin(c, 'read')
  const { id } = authorize(c.var.deps, admin, 'read', c.req.param('id') ?? '')
  noteAccess(c.var.deps, admin, 'notes read', id)
  return c.json(listed(c, id, timelineCursor(c).notes))
}

/** Adds one. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c, 'annotate')
  const { text } = await formOf(c, note, bodyLimits.reason)
  const id = c.req.param('id') ?? ''
  addNote(c.var.deps, admin, id, text)
  return c.json(listed(c, id, null), 201)
}

function listed(c: Ctx, id: string, before: number | null) {
  const { shown, earlier } = notesOf(c.var.deps, id, before)
  return { notes: shown, earlier }
}
