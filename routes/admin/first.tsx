import type { Next } from 'hono'
import { isFirstLink, makeFirstAdministrator } from '#src/domain/accounts/invitations.ts'
import { firstAdministrator } from '#src/forms/admin/admin-forms.ts'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { isFromConsole } from '#src/http/middleware/client-address.ts'
import { accountLink } from '#src/http/requests/account-link.tsx'
import { setAdminCookie } from '#src/http/sessions/admin-session.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'First Administrator'

export { styles }

export async function guard(c: Ctx, next: Next) {
  if (!isFromConsole(c)) return c.notFound()
  await next()
}

export const { GET, POST } = accountLink({
  title,
  schema: firstAdministrator,
  asks: ['username', 'fullName', 'email'],
  read: (c, token) =>
    isFirstLink(c.var.deps, token)
      ? {
          lead: 'Create the first administrator account. You can invite colleagues later.',
          ...{ button: 'Create Account', takesPassword: true },
        }
      : 'This link is invalid or has been used. Each start of the server prints a new one while there is no account.',
  async accept(c, input) {
    setAdminCookie(c, await makeFirstAdministrator(c.var.deps, input, sourceOf(c)))
    return '/admin/company'
  },
})
