import type { Applicant } from '#src/domain/actor.ts'
import { draftTokenLifetimes } from '#src/domain/applications/draft-access.ts'
import type { Ctx } from '#src/http/context.ts'
import { sourceOf } from '#src/http/context.ts'
import { hashToken } from '#src/security/tokens.ts'
import { secretCookie } from './cookie.ts'

const cookie = secretCookie('draft')

/** The secret of the browser's draft cookie, or `null`. */
export const draftToken = cookie.read

/** Gives the browser the cookie of its draft (rules 30 and 221). */
export const setDraftCookie = (c: Ctx, token: string) =>
  cookie.set(c, token, { maxAge: draftTokenLifetimes.write / 1000 })

/** A save keeps the draft for another while, and so the browser keeps its secret for as long. */
export function renewDraftCookie(c: Ctx) {
  const token = draftToken(c)
  if (token) setDraftCookie(c, token)
}

/** Who is at the browser, as far as the registration knows: the holder of a draft cookie. */
export function applicantOf(c: Ctx, token: string | null = draftToken(c)): Applicant {
  const { address, browser: agent } = sourceOf(c)
  return { kind: 'applicant', tokenHash: token && hashToken(token), address, agent }
}
