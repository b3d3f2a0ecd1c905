import { authorize } from '#src/domain/applications/access.ts'
import { directorsOf } from '#src/domain/applications/application.ts'
import { replaceDirectors } from '#src/domain/applications/directors.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { accept, Refusal } from '#src/domain/refusal.ts'
import { messages } from '#src/forms/fields/messages.ts'
import { readDirectors } from '#src/forms/registration/directors.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits, readJson } from '#src/http/requests/body.ts'
import { inTurn } from '#src/http/requests/in-turn.ts'
import { requireReader } from '#src/http/sessions/api-key.ts'
import { applicantOf, renewDraftCookie } from '#src/http/sessions/draft-cookie.ts'

/** The directors of an application, for an admin or with an API key. */
export async function GET(c: Ctx) {
  const { deps } = c.var
  const reader = await requireReader(c)
  const application = authorize(deps, reader, 'read', c.req.param('id') ?? '')
  noteAccess(deps, reader, 'record read', application.id)
  return c.json({ directors: directorsOf(deps, application) })
}

/** Replaces a draft's directors (rules 70 and 72). */
export async function POST(c: Ctx) {
  await limit(c, 'save')
  const { deps } = c.var
  const id = c.req.param('id') ?? ''
  // authorized first, so that a stranger learns nothing about the body
  authorize(deps, applicantOf(c), 'write-draft', id)
  const body = (await readJson(c, bodyLimits.directors)) as
    | { directors?: unknown }
    | null
    | undefined
  const given = Array.isArray(body) ? body : body?.directors
  if (!Array.isArray(given)) throw new Refusal('invalid', 'directors must be a list')
  const list = accept(readDirectors(given))
  if (given.length > 0 && list.length === 0)
    throw new Refusal('invalid', messages.noDirector, {
      errors: { directors: messages.noDirector },
    })
  const directors = await inTurn(deps, id, async () =>
    replaceDirectors(deps, applicantOf(c), id, list),
  )
  renewDraftCookie(c)
  return c.json({ directors })
}
