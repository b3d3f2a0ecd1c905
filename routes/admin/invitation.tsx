import type { SubmissionResult } from '@conform-to/react'
import { mayHavePassword } from '#src/domain/accounts/identity-provider.ts'
import { acceptInvitation, invitationOfToken } from '#src/domain/accounts/invitations.ts'
import { refusals } from '#src/domain/refusal.ts'
import { acceptedInvitation } from '#src/forms/admin/admin-forms.ts'
import { roleLabels } from '#src/forms/admin/roles.ts'
import { Script } from '#src/framework/island.tsx'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { setAdminCookie } from '#src/http/sessions/admin-session.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { NewAccountPage } from '#src/ui/sign-in/NewAccountPage.tsx'
import { ProviderFault, ProviderLink } from '#src/ui/sign-in/ProviderLink.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Invitation'

export { styles }

const headers = { 'Referrer-Policy': 'same-origin' }

/** Opening the page does not use the link up: mail scanners open links. */
export const GET = (c: Ctx) => invitationPage(c, c.req.query('token') ?? '')

export const POST = actions({ default: accept }, (c, { status, message, form, reply }) => {
  const token = message === refusals.invalidToken ? '' : (form.get('token') ?? '')
  return invitationPage(c, token, reply('password'), status)
})

async function accept(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  if (!invitationOfToken(c.var.deps, form.get('token') ?? '')) return invitationPage(c, '')
  const input = checkForm(acceptedInvitation, form)
  setAdminCookie(c, await acceptInvitation(c.var.deps, input, sourceOf(c)))
  return '/admin/account'
}

function invitationPage(c: Ctx, token: string, lastResult?: SubmissionResult, status = 200) {
  const invitation = invitationOfToken(c.var.deps, token)
  const fault = c.req.query('provider') ?? null
  const takesPassword = mayHavePassword(c.var.deps, false)
  const shown = { fault, takesPassword }
  if (!invitation) return page(Invitation, { ...shown, invited: null }, { headers, status: 400 })
  const { username, role, invitedBy } = invitation
  const invited = { token, username, role: roleLabels[role], invitedBy }
  return page(Invitation, { ...shown, invited, lastResult }, { headers, ...titled(title, status) })
}

type Props = {
  company: Company
  /** `null` when the link does not work. */
  invited: { token: string; username: string; role: string; invitedBy: string } | null
  fault: string | null
  takesPassword: boolean
  lastResult?: SubmissionResult | undefined
}

export default function Invitation({ company, invited, lastResult, ...props }: Props) {
  const account = usePageForm('account', acceptedInvitation, { lastResult })
  return (
    <NewAccountPage
      {...{ company, title, account }}
      asks={['fullName']}
      lead={
        invited
          ? `${invited.invitedBy} has invited you to the back office of ${company.name}. Your role: ${invited.role}.`
          : 'This invitation is invalid, has run out, or has been used or withdrawn. Ask the person who invited you for a new one. If you have just chosen your password, sign in.'
      }
      link={invited && { ...invited, button: 'Set password and sign in' }}
      takesPassword={props.takesPassword}
      way={
        invited &&
        company.provider && (
          <ProviderLink
            href={`/api/admin/sign-in?invitation=${encodeURIComponent(invited.token)}`}
            name={company.provider}
          >
            {props.takesPassword
              ? 'Or without a password here:'
              : 'Sign in there once, and your account is ready.'}
          </ProviderLink>
        )
      }
    >
      <ProviderFault fault={props.fault} company={company} />
      <Script name="call-form" />
    </NewAccountPage>
  )
}
