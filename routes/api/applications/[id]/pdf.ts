import type { Actor } from '#src/domain/actor.ts'
import { authorizeAny } from '#src/domain/applications/access.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { applicationPdf } from '#src/domain/documents/application-pdf.ts'
import type { Ctx } from '#src/http/context.ts'
import { documentPolicy } from '#src/http/middleware/headers.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'

/** The application as a PDF, shown in the tab that asked for it; `?version=signed` as it was signed. */
export async function GET(c: Ctx) {
  const { deps } = c.var
  const application = authorizeAny(deps, actorsOf(c), 'read-pdf', c.req.param('id') ?? '')
  await limit(c, 'pdf', application.id)
  const variant = c.req.query('version') === 'signed' ? 'signed' : 'current'
  const bytes = await applicationPdf(deps, application, variant)
  const admin = adminOf(c)
  if (admin) noteAccess(deps, admin, 'document read', application.id)
  return c.body(Uint8Array.from(bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="application-${application.id}.pdf"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': documentPolicy,
  })
}

/** One browser may hold a draft and be signed in as well. */
const actorsOf = (c: Ctx): Actor[] =>
  [adminOf(c), clientOf(c), applicantOf(c)].filter((actor) => actor !== null)
