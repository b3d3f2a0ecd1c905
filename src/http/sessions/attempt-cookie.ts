import { attemptLifetime } from '#src/domain/accounts/identity-attempts.ts'
import type { Ctx } from '#src/http/context.ts'
import { secretCookie } from './cookie.ts'

const cookie = secretCookie('provider')

export const setAttemptCookie = (c: Ctx, secret: string) =>
  cookie.set(c, secret, { maxAge: attemptLifetime / 1000 })

export function takeAttemptCookie(c: Ctx): string {
  const secret = cookie.read(c) ?? ''
  cookie.set(c, '', { maxAge: 0 })
  return secret
}
