import { mayHavePassword } from '#src/domain/accounts/identity-provider.ts'
import { acceptInvitation, invitationOfToken } from '#src/domain/accounts/invitations.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { acceptedInvitation } from '#src/forms/admin/admin-forms.ts'
import { roleLabels } from '#src/forms/admin/roles.ts'
import { sourceOf } from '#src/http/context.ts'
import { accountLink } from '#src/http/requests/account-link.tsx'
import { setAdminCookie } from '#src/http/sessions/admin-session.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Invitation'

export { styles }

export const { GET, POST } = accountLink({
  title,
  schema: acceptedInvitation,
  asks: ['fullName'],
  read(c, token) {
    const { deps } = c.var
    const invitation = invitationOfToken(deps, token)
    if (!invitation)
      return 'This invitation is invalid, has run out, or has been used or withdrawn. Ask the person who invited you for a new one. If you have just chosen your password, sign in.'
    const { username, role, invitedBy } = invitation
    return {
      lead: `${invitedBy} has invited you to the back office of ${companyOf(deps).name}. Your role: ${roleLabels[role]}.`,
      ...{ username, button: 'Set password and sign in' },
      takesPassword: mayHavePassword(deps, false),
      providerPath: `/api/admin/sign-in?invitation=${encodeURIComponent(token)}`,
    }
  },
  async accept(c, input) {
    setAdminCookie(c, await acceptInvitation(c.var.deps, input, sourceOf(c)))
    return '/admin/account'
  },
})
