import { authorize } from '#src/domain/access.ts'
import { addNote, notesOf } from '#src/domain/notes.ts'
import { note } from '#src/forms/admin-forms.ts'
import { requireAdmin } from '#src/http/admin-session.ts'
import { bodyLimits } from '#src/http/body.ts'
import type { Ctx } from '#src/http/context.ts'
import { formOf } from '#src/http/form-request.ts'

/** The internal notes on an application, newest first. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const { id } = authorize(deps, requireAdmin(c), 'read', c.req.param('id') ?? '')
  return c.json({ notes: notesOf(deps, id) })
}

/** Adds one. */
export async function POST(c: Ctx) {
  const admin = requireAdmin(c)
  const { text } = await formOf(c, note, bodyLimits.reason)
  return c.json({ notes: addNote(c.var.deps, admin, c.req.param('id') ?? '', text) }, 201)
}
