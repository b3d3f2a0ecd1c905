import type { Actor } from '#src/domain/actor.ts'
import { authorizeAny } from '#src/domain/applications/access.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { applicationPdf } from '#src/domain/documents/application-pdf.ts'
import { type DocumentKind, issuedFile } from '#src/domain/sealing/documents.ts'
import type { Ctx } from '#src/http/context.ts'
import { documentPolicy } from '#src/http/middleware/headers.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'

/**
 * The current view of an application as a PDF, shown in the tab that asked for it. `?version=signed` and
 * `?version=countersigned` hand out the sealed documents (rule 157).
 */
export async function GET(c: Ctx) {
  const { deps } = c.var
  const application = authorizeAny(deps, actorsOf(c), 'read-pdf', c.req.param('id') ?? '')
  await limit(c, 'pdf', application.id)
  const kind = kindOf(c.req.query('version'))
  const bytes = kind ? issuedFile(deps, application, kind) : await applicationPdf(deps, application)
  const admin = adminOf(c)
  if (admin) noteAccess(deps, admin, 'document read', application.id)
  const name = kind ? `application-${application.id}-${kind}` : `application-${application.id}`
  return c.body(Uint8Array.from(bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="${name}.pdf"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': documentPolicy,
  })
}

/** Any other word asks for the current view. */
const kindOf = (version?: string): DocumentKind | null =>
  version === 'signed' || version === 'countersigned' ? version : null

/** One browser may hold a draft and be signed in as well. */
const actorsOf = (c: Ctx): Actor[] =>
  [adminOf(c), clientOf(c), applicantOf(c)].filter((actor) => actor !== null)
