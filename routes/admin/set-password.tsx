import type { SubmissionResult } from '@conform-to/react'
import { accountOfLink, setAdminPassword } from '#src/domain/accounts/admin-links.ts'
import { refusals } from '#src/domain/refusal.ts'
import { acceptedInvitation } from '#src/forms/admin/admin-forms.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { NewAccountPage } from '#src/ui/sign-in/NewAccountPage.tsx'
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
  await setAdminPassword(c.var.deps, checkForm(acceptedInvitation, form), c.var.address)
  return '/admin?flash=password-set'
}

function passwordPage(c: Ctx, token: string, lastResult?: SubmissionResult, status = 200) {
  const account = accountOfLink(c.var.deps, token)
  if (!account) return page(SetPassword, { link: null }, { headers, status: 400 })
  const link = { token, username: account.username, button: 'Set password' }
  return page(SetPassword, { link, lastResult }, { headers, ...titled(title, status) })
}

type Props = {
  company: Company
  /** `null` when it does not work. */
  link: { token: string; username: string; button: string } | null
  lastResult?: SubmissionResult | undefined
}

export default function SetPassword({ company, link, lastResult }: Props) {
  const account = usePageForm('account', acceptedInvitation, { lastResult })
  return (
    <NewAccountPage
      {...{ company, title, account, link }}
      lead={
        link
          ? 'You are signed out everywhere, and sign in with the new password.'
          : 'This link is invalid, has expired or has been used. Only the one in the newest email works. You can ask for a new one on the sign-in page.'
      }
    >
      <Script name="call-form" />
    </NewAccountPage>
  )
}
