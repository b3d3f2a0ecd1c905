import { Refusal } from '#src/domain/refusal.ts'
import { hasFreshPassword } from '#src/domain/staff/admin-sessions.ts'
import { beginAttempt, ProviderFault, type Purpose } from '#src/domain/staff/identity-attempts.ts'
import { invitationOfToken } from '#src/domain/staff/invitations.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { adminOf, pageAfterSignIn, signInFor } from '#src/http/sessions/admin-session.ts'
import { setAttemptCookie } from '#src/http/sessions/attempt-cookie.ts'

/** Leads to the provider. This is a GET, because the content policy lets forms post only to our own host. */
export async function GET(c: Ctx) {
  const { deps } = c.var
  const { for: purpose, invitation } = c.req.query()
  if (invitation !== undefined) {
    const page = `/admin/invitation?token=${encodeURIComponent(invitation)}`
    const isOpen = isFromUs(c) && invitationOfToken(deps, invitation) !== null
    if (!isOpen) return c.redirect(page, 303)
    return begin(c, 'invitation', invitation, (provider) => `${page}&provider=${provider}`)
  }
  if (purpose !== 'confirm' && purpose !== 'connect')
    return begin(c, 'sign-in', null, (provider) => signInFor(pageOf(c), { provider }))
  const admin = adminOf(c)
  if (!admin) return c.redirect('/admin', 303)
  if (purpose === 'connect' && !hasFreshPassword(deps, admin))
    return c.redirect('/admin/account?provider=password-first', 303)
  return begin(c, purpose, admin.sessionHash, (provider) => `/admin/account?provider=${provider}`)
}

const pageOf = (c: Ctx) => pageAfterSignIn(c.req.query('opens'))

/**
 * Tells whether our own page leads here. Another site's link could connect the visitor to an account of that site's
 * choice.
 */
const isFromUs = (c: Ctx) => (c.req.header('sec-fetch-site') ?? 'same-origin') === 'same-origin'

/** Redirects to the provider, or to `failed` if it does not answer. */
async function begin(
  c: Ctx,
  purpose: Purpose,
  holder: string | null,
  failed: (fault: string) => string,
) {
  try {
    await limit(c, 'providerSignIn')
    const { address, secret } = await beginAttempt(c.var.deps, purpose, holder)
    setAttemptCookie(c, secret, pageOf(c))
    return c.redirect(address, 303)
  } catch (error) {
    const isTooMany = error instanceof Refusal && error.kind === 'too-many'
    const fault = isTooMany ? 'too-many' : error instanceof ProviderFault && error.fault
    if (!fault) throw error
    return c.redirect(failed(fault), 303)
  }
}
