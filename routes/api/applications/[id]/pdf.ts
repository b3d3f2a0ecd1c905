import { type Actor, type Admin, type ApiKey, nameOf } from '#src/domain/actor.ts'
import { authorizeDocument } from '#src/domain/applications/access.ts'
import { noteAccess } from '#src/domain/audit/access-log.ts'
import { applicationPdf } from '#src/domain/documents/current-view.ts'
import { type DocumentKind, issuedFileSoon } from '#src/domain/documents/stored-documents.ts'
import { nameOfDocument } from '#src/forms/verify/document.ts'
import type { Ctx } from '#src/http/context.ts'
import { documentPolicy } from '#src/http/middleware/headers.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import { apiKeyOf } from '#src/http/sessions/reader-session.ts'
import { signerOf } from '#src/http/sessions/signing-cookie.ts'

/**
 * Answers the current view, or a sealed document for `?version=signed` and `?version=countersigned`. The browser that
 * submitted the application can open the signed one.
 */
export async function GET(c: Ctx) {
  const { deps } = c.var
  const reader = (await apiKeyOf(c)) ?? adminOf(c)
  const id = c.req.param('id') ?? ''
  const requestedKind = kindOf(c.req.query('version'))
  const { application, actor, kind } = authorizeDocument(
    deps,
    actorsOf(c, reader),
    id,
    requestedKind,
  )
  await limit(c, 'pdf', `${readerKey(actor)}|${id}`)
  const bytes = kind
    ? await issuedFileSoon(deps, application, kind)
    : await applicationPdf(deps, application, c.var.address)
  if (reader) noteAccess(deps, reader, 'document read', application.id)
  const isRejected = application.status === 'rejected'
  const suffix = kind ? `-${nameOfDocument(kind, isRejected)}` : ''
  return c.body(Uint8Array.from(bytes), 200, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': `inline; filename="application-${application.id}${suffix}.pdf"`,
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': documentPolicy,
  })
}

const kindOf = (version?: string): DocumentKind | null =>
  version === 'signed' || version === 'countersigned' ? version : null

/** One browser may have a draft open and be signed in as well. */
const actorsOf = (c: Ctx, reader: Admin | ApiKey | null): Actor[] =>
  [reader, clientOf(c), applicantOf(c), signerOf(c)].filter((actor) => actor !== null)

/** Counts all browsers of a draft as one, because each link of the draft gives its browser another name. */
const readerKey = (actor: Actor) =>
  actor.kind === 'applicant' ? actor.kind : `${actor.kind} ${nameOf(actor)}`
