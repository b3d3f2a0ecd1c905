import { Refusal } from '#src/domain/refusal.ts'
import { ProviderFault, type Purpose } from '#src/domain/staff/identity-attempts.ts'
import { finishAttempt } from '#src/domain/staff/identity-sign-in.ts'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { adminOf, setAdminCookie, signInFor } from '#src/http/sessions/admin-session.ts'
import { takeAttemptCookie } from '#src/http/sessions/attempt-cookie.ts'

export async function GET(c: Ctx) {
  const { state = '', code = '', iss: issuer } = c.req.query()
  const { secret, opens } = takeAttemptCookie(c)
  const answer = { state, code, issuer, secret }
  const admin = adminOf(c)
  try {
    const { purpose, token } = await finishAttempt(c.var.deps, answer, admin, sourceOf(c))
    if (token !== null) setAdminCookie(c, token)
    // Without the second factor, the next page asks for the code.
    return c.redirect(purpose === 'sign-in' ? opens : pages[purpose], 303)
  } catch (error) {
    const fault =
      error instanceof Refusal ? 'expired' : error instanceof ProviderFault && error.fault
    if (!fault) throw error
    const page = admin ? `/admin/account?provider=${fault}` : signInFor(opens, { provider: fault })
    return c.redirect(page, 303)
  }
}

const pages: Record<Exclude<Purpose, 'sign-in'>, string> = {
  invitation: '/admin/account',
  confirm: '/admin/account?done=confirmed',
  connect: '/admin/account?done=connected',
}
