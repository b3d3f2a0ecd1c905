import type { Applicant } from '#src/domain/actor.ts'
import { draftTokenLifetimes } from '#src/domain/applications/draft-access.ts'
import type { Ctx } from '#src/http/context.ts'
import { sourceOf } from '#src/http/context.ts'
import { hashToken } from '#src/security/tokens.ts'
import { secretCookie } from './cookie.ts'
import { keepsNoCookies } from './cookie-check.ts'

const cookie = secretCookie('draft')

export const draftToken = cookie.read

/** Checks the form after its first save, or after a link that opened a draft here. */
export const applicantKeepsNoCookies = (c: Ctx) => keepsNoCookies(c, draftToken(c))

export const setDraftCookie = (c: Ctx, token: string) =>
  cookie.set(c, token, { maxAge: draftTokenLifetimes.write / 1000 })

export function renewDraftCookie(c: Ctx) {
  const token = draftToken(c)
  if (token) setDraftCookie(c, token)
}

export function applicantOf(c: Ctx, token: string | null = draftToken(c)): Applicant {
  const { address, browser: agent } = sourceOf(c)
  return { kind: 'applicant', tokenHash: token && hashToken(token), address, agent }
}
