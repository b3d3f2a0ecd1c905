import type { Signer } from '#src/domain/actor.ts'
import { signingLifetimes } from '#src/domain/applications/signing-access.ts'
import type { Ctx } from '#src/http/context.ts'
import { sourceOf } from '#src/http/context.ts'
import { hashToken } from '#src/security/tokens.ts'
import { secretCookie } from './cookie.ts'
import { keepsNoCookies } from './cookie-check.ts'

const cookie = secretCookie('signing')

/** Checks the page after the link was opened. */
export const signerKeepsNoCookies = (c: Ctx) => keepsNoCookies(c, cookie.read(c))

/** Starts again when the application is signed, so that the browser can read it for as long again. */
export const setSigningCookie = (c: Ctx, token: string) =>
  cookie.set(c, token, { maxAge: Math.max(...Object.values(signingLifetimes)) / 1000 })

export function renewSigningCookie(c: Ctx) {
  const token = cookie.read(c)
  if (token) setSigningCookie(c, token)
}

export function signerOf(c: Ctx): Signer {
  const token = cookie.read(c)
  const { address, browser: agent } = sourceOf(c)
  return { kind: 'signer', tokenHash: token && hashToken(token), address, agent }
}
