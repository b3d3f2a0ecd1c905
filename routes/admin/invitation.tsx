import type { SubmissionResult } from '@conform-to/react'
import SetPassword from '#islands/SetPassword.tsx'
import { companyOf } from '#src/domain/company/company.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { mayHavePassword } from '#src/domain/staff/identity-provider.ts'
import { acceptInvitation, invitationOfToken } from '#src/domain/staff/invitations.ts'
import { acceptedInvitation } from '#src/forms/admin/admin-forms.ts'
import { roleLabels } from '#src/forms/admin/roles.ts'
import { Island } from '#src/framework/island.tsx'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, tokenPage } from '#src/http/page.ts'
import { actions, type FailedPost } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { setAdminCookie, throughSignIn } from '#src/http/sessions/admin-session.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { DeadAccountLink } from '#src/ui/sign-in/DeadAccountLink.tsx'
import { ProviderFault, ProviderLink } from '#src/ui/sign-in/ProviderLink.tsx'
import type { SetPasswordProps } from '#src/ui/sign-in/set-password.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Invitation'

export { styles }

export const GET = (c: Ctx) => linkPage(c, c.req.query('token') ?? '')

export const POST = actions({ default: accept }, (c, refused) =>
  linkPage(c, refused.form.get('token') ?? '', refused),
)

async function accept(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  if (!invitationOfToken(c.var.deps, form.get('token') ?? ''))
    throw new Refusal('invalid', deadLink)
  const input = checkForm(acceptedInvitation, form)
  setAdminCookie(c, await acceptInvitation(c.var.deps, input, sourceOf(c)))
  return throughSignIn(c, '/admin/account')
}

const deadLink =
  'This invitation is invalid, has run out, or has been used or withdrawn. Ask the person who invited you for a new one. If you have just chosen your password, sign in.'

function linkPage(c: Ctx, token: string, refused: FailedPost | null = null) {
  const { deps } = c.var
  const invitation = invitationOfToken(deps, token)
  const fault = c.req.query('provider') ?? null
  if (!invitation)
    return page(
      Invitation,
      { invitation: refused?.message ?? deadLink, fault },
      { ...tokenPage, ...titled(title, refused?.status ?? 400) },
    )
  const takesPassword = mayHavePassword(deps, false)
  const props = {
    invitation: {
      lead: `${invitation.invitedBy} has invited you to the back office of ${companyOf(deps).name}. Your role: ${roleLabels[invitation.role]}.`,
      refusal: takesPassword ? null : (refused?.message ?? null),
      password: takesPassword
        ? passwordProps(token, invitation.username, refused?.reply('password'))
        : null,
      providerPath: `/api/admin/sign-in?invitation=${encodeURIComponent(token)}`,
    },
    fault,
  }
  return page(Invitation, props, { ...tokenPage, ...titled(title, refused?.status ?? 200) })
}

const passwordProps = (
  token: string,
  username: string,
  lastResult?: SubmissionResult,
): SetPasswordProps => ({
  who: 'staff',
  token,
  username,
  asks: ['fullName'],
  button: 'Set password and sign in',
  state: formState(acceptedInvitation, { lastResult }),
})

type Welcome = {
  lead: string
  /** If no password can be chosen, there is no form that could say so. */
  refusal: string | null
  password: SetPasswordProps | null
  providerPath: string
}

type Props = {
  company: Company
  /** If the link does not work, this says why. */
  invitation: Welcome | string
  /** The error of the provider's sign-in. */
  fault: string | null
}

export default function Invitation({ company, invitation, fault }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={null}>
      {typeof invitation === 'string' ? (
        <DeadAccountLink title={title} why={invitation} />
      ) : (
        <WaysIn company={company} {...invitation} />
      )}
      <ProviderFault fault={fault} company={company} />
    </Layout>
  )
}

function WaysIn({
  company,
  lead,
  refusal,
  password,
  providerPath,
}: Welcome & Pick<Props, 'company'>) {
  return (
    <>
      {refusal && (
        <p className="notice notice-bad" role="alert">
          {refusal}
        </p>
      )}
      <PageHead title={title}>{lead}</PageHead>
      {password && <Island of={SetPassword} props={password} />}
      {company.provider && (
        <ProviderLink href={providerPath} name={company.provider}>
          {password
            ? 'Or without a password here:'
            : 'Sign in there once, and your account is ready.'}
        </ProviderLink>
      )}
    </>
  )
}
