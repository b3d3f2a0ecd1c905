import type { SubmissionResult } from '@conform-to/react'
import { accountOfLink, setAdminPassword } from '#src/domain/accounts/admin-links.ts'
import { identityOf } from '#src/domain/accounts/identities.ts'
import { mayHavePassword } from '#src/domain/accounts/identity-provider.ts'
import { refusals } from '#src/domain/refusal.ts'
import { forgottenPassword } from '#src/forms/admin/admin-forms.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { NewAccountPage } from '#src/ui/sign-in/NewAccountPage.tsx'
import { ProviderFault, ProviderLink } from '#src/ui/sign-in/ProviderLink.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Set Password'

export { styles }

const headers = { 'Referrer-Policy': 'same-origin' }

/** Opening the page does not use the link up: mail scanners open links. */
export const GET = (c: Ctx) => passwordPage(c, c.req.query('token') ?? '')

export const POST = actions({ default: set }, (c, { status, message, form, reply }) => {
  const token = message === refusals.invalidToken ? '' : (form.get('token') ?? '')
  return passwordPage(c, token, reply('password'), status)
})

async function set(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  if (!accountOfLink(c.var.deps, form.get('token') ?? '')) return passwordPage(c, '')
  await setAdminPassword(c.var.deps, checkForm(forgottenPassword, form), c.var.address)
  return '/admin?flash=password-set'
}

function passwordPage(c: Ctx, token: string, lastResult?: SubmissionResult, status = 200) {
  const account = accountOfLink(c.var.deps, token)
  const given = c.req.query('provider') ?? null
  if (!account) return page(SetPassword, { link: null, fault: given }, { headers, status: 400 })
  const { id, username, keepsPassword, totpSecretSealed } = account
  const takesPassword = mayHavePassword(c.var.deps, keepsPassword)
  const ending =
    totpSecretSealed !== null
      ? 'second-factor'
      : identityOf(c.var.deps, id) !== null
        ? 'connected'
        : null
  const link = {
    ...{ token, username, button: 'Set password' },
    ...{ takesPassword, mayConnect: ending === null },
  }
  const fault = takesPassword ? given : (ending ?? given)
  return page(SetPassword, { link, fault, lastResult }, { headers, ...titled(title, status) })
}

type Props = {
  company: Company
  /** `null` when it does not work. */
  link: {
    token: string
    username: string
    button: string
    takesPassword: boolean
    mayConnect: boolean
  } | null
  fault: string | null
  lastResult?: SubmissionResult | undefined
}

export default function SetPassword({ company, link, fault, lastResult }: Props) {
  const account = usePageForm('account', forgottenPassword, { lastResult })
  return (
    <NewAccountPage
      {...{ company, title, account, link }}
      asks={[]}
      lead={
        link
          ? link.takesPassword
            ? 'You are signed out everywhere, and sign in with the new password.'
            : `Passwords are not used here. Connect your account with ${company.provider} once, then sign in with it.`
          : 'This link is invalid, has expired or has been used. Only the one in the newest email works. You can ask for a new one on the sign-in page.'
      }
      takesPassword={link?.takesPassword ?? true}
      way={
        link?.mayConnect &&
        company.provider && (
          <ProviderLink
            href={`/api/admin/sign-in?link=${encodeURIComponent(link.token)}`}
            name={company.provider}
          >
            {link.takesPassword ? 'Or connect your account, and sign in without a password:' : null}
          </ProviderLink>
        )
      }
    >
      <ProviderFault fault={fault} company={company} />
      <Script name="call-form" />
    </NewAccountPage>
  )
}
