import { attemptLifetime } from '#src/domain/staff/identity-attempts.ts'
import type { Ctx } from '#src/http/context.ts'
import { pageAfterSignIn } from './admin-session.ts'
import { secretCookie } from './cookie.ts'

const cookie = secretCookie('provider')

export const setAttemptCookie = (c: Ctx, secret: string, opens: string) =>
  cookie.set(c, `${secret} ${opens}`, { maxAge: attemptLifetime / 1000 })

export function takeAttemptCookie(c: Ctx) {
  const [secret = '', opens] = (cookie.read(c) ?? '').split(' ')
  cookie.set(c, '', { maxAge: 0 })
  return { secret, opens: pageAfterSignIn(opens) }
}
