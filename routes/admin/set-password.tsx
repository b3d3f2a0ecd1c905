import SetPassword from '#islands/SetPassword.tsx'
import { Refusal } from '#src/domain/refusal.ts'
import { accountOfLink, setAdminPassword } from '#src/domain/staff/admin-links.ts'
import { mayHavePassword } from '#src/domain/staff/identity-provider.ts'
import { forgottenPassword } from '#src/forms/admin/admin-forms.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, tokenPage } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { DeadAccountLink } from '#src/ui/sign-in/DeadAccountLink.tsx'
import type { SetPasswordProps } from '#src/ui/sign-in/set-password.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Set Password'

export { styles }

/** Opening the page does not use up the link, because mail scanners open links. */
export const GET = (c: Ctx) => linkPage(c, c.req.query('token') ?? '')

export const POST = actions({ default: setPassword }, (c, refused) =>
  linkPage(c, refused.form.get('token') ?? '', refused),
)

async function setPassword(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  const account = accountOf(c, form.get('token') ?? '')
  if (typeof account === 'string') throw new Refusal('invalid', account)
  await setAdminPassword(c.var.deps, checkForm(forgottenPassword, form), c.var.address)
  return '/admin?flash=password-set'
}

/** If the link does not work, this says why. */
function accountOf(c: Ctx, token: string) {
  const account = accountOfLink(c.var.deps, token)
  if (!account)
    return 'This link is invalid, has expired or has been used. Only the one in the newest email works. You can ask for a new one on the sign-in page.'
  if (!mayHavePassword(c.var.deps, account.keepsPassword))
    return 'You can no longer sign in with a password here. Sign in with the provider, or ask an administrator to make yours an emergency account.'
  return account
}

function linkPage(c: Ctx, token: string, refused: FailedPost | null = null) {
  const account = accountOf(c, token)
  if (typeof account === 'string')
    return page(
      StaffPassword,
      { link: refused?.message ?? account },
      { ...tokenPage, ...titled(title, refused?.status ?? 400) },
    )
  const link: SetPasswordProps = {
    who: 'staff',
    token,
    username: account.username,
    asks: [],
    button: 'Set password',
    state: formState(forgottenPassword, { lastResult: refused?.reply('password') }),
  }
  return page(StaffPassword, { link }, { ...tokenPage, ...titled(title, refused?.status ?? 200) })
}

/** If the link does not work, `link` says why. */
type Props = { company: Company; link: SetPasswordProps | string }

export default function StaffPassword({ company, link }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={null}>
      {typeof link === 'string' ? (
        <DeadAccountLink title={title} why={link} />
      ) : (
        <>
          <PageHead title={title}>
            You will be signed out everywhere, and can then sign in with the new password.
          </PageHead>
          <Island of={SetPassword} props={link} />
        </>
      )}
    </Layout>
  )
}
