import { emailLogo, previewEmail } from '#src/domain/mailing/message.ts'
import { wordingOf } from '#src/domain/mailing/wordings.ts'
import type { Ctx } from '#src/http/context.ts'
import { framedPolicy } from '#src/http/middleware/headers.ts'
import { kindOf, wordsOfQuery } from '#src/http/requests/email-wording.ts'
import { pageNeeds } from '#src/http/sessions/admin-session.ts'

export const guard = pageNeeds('settings')

export async function GET(c: Ctx) {
  const { deps } = c.var
  const kind = kindOf(c)
  const typed = c.req.query('words')
  const words = typed === undefined ? wordingOf(deps, kind).wording : wordsOfQuery(c, typed)
  const headers = {
    'Content-Security-Policy': framedPolicy,
    'X-Frame-Options': 'SAMEORIGIN',
    // A sandboxed document has no origin, and Chromium would warn that it cannot isolate it.
    'Origin-Agent-Cluster': '?0',
  }
  return c.html(previewEmail(deps, kind, words, await emailLogo(deps)).html, 200, headers)
}
