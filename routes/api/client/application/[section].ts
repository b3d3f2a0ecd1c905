import { applicationOfClient } from '#src/domain/accounts/clients.ts'
import { portalRecord } from '#src/domain/portal/record.ts'
import { isPortalSection } from '#src/forms/portal/portal.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { bodyLimits, readJson } from '#src/http/requests/body.ts'
import { saveSection } from '#src/http/requests/portal-save.ts'
import { tagAnswer, versionSeen } from '#src/http/requests/version.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

/** Saves one section of the customer's own record; with `If-Match` only over the record and version it names. */
export async function PUT(c: Ctx) {
  const client = requireClient(c)
  const section = c.req.param('section')
  if (!isPortalSection(section)) throw new HttpError(404, httpMessages.notFound)
  await limit(c, 'save')
  const body = await readJson(c, bodyLimits.directors)
  const { id } = applicationOfClient(c.var.deps, client)
  const { application } = await saveSection(c, client, { section, body, seen: versionSeen(c, id) })
  tagAnswer(c, application)
  return c.json(portalRecord(application))
}
