import { accountOfLink, setAdminPassword } from '#src/domain/accounts/admin-links.ts'
import { mayHavePassword } from '#src/domain/accounts/identity-provider.ts'
import { forgottenPassword } from '#src/forms/admin/admin-forms.ts'
import { accountLink } from '#src/http/requests/account-link.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Set Password'

export { styles }

export const { GET, POST } = accountLink({
  title,
  schema: forgottenPassword,
  asks: [],
  read(c, token) {
    const account = accountOfLink(c.var.deps, token)
    if (!account)
      return 'This link is invalid, has expired or has been used. Only the one in the newest email works. You can ask for a new one on the sign-in page.'
    if (!mayHavePassword(c.var.deps, account.keepsPassword))
      return 'Passwords are not used here any more. Ask an administrator to make yours an emergency account, or sign in with the provider.'
    return {
      lead: 'You are signed out everywhere, and sign in with the new password.',
      ...{ username: account.username, button: 'Set password', takesPassword: true },
    }
  },
  async accept(c, input) {
    await setAdminPassword(c.var.deps, input, c.var.address)
    return '/admin?flash=password-set'
  },
})
