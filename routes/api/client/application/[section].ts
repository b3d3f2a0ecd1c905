import { portalRecord } from '#src/domain/portal/portal.ts'
import { refusals } from '#src/domain/refusal.ts'
import { isPortalSection } from '#src/forms/portal/portal.ts'
import { portalSchema } from '#src/forms/portal/portal-payload.ts'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { bodyLimits } from '#src/http/requests/body.ts'
import { formOf } from '#src/http/requests/form-request.ts'
import { saveSection } from '#src/http/requests/portal-save.ts'
import { expectedVersion, tagAnswer } from '#src/http/requests/record-request.ts'
import { requireClient } from '#src/http/sessions/client-session.ts'

export const body = bodyLimits.directors

/** With `If-Match`, saves only over the application and version that it names. */
export async function PUT(c: Ctx) {
  const client = requireClient(c)
  const section = c.req.param('section')
  if (!isPortalSection(section)) throw new HttpError(404, httpMessages.notFound)
  const sent = await formOf(c, portalSchema(section))
  const expectedOf = (id: string) => expectedVersion(c, id, refusals.otherAccount)
  const { application } = await saveSection(
    c,
    client,
    section,
    sent,
    expectedOf,
    refusals.staleRecord,
  )
  tagAnswer(c, application)
  return c.json(portalRecord(application))
}
