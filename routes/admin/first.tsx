import type { SubmissionResult } from '@conform-to/react'
import type { Next } from 'hono'
import { isFirstLink, makeFirstAdministrator } from '#src/domain/accounts/invitations.ts'
import { refusals } from '#src/domain/refusal.ts'
import { firstAdministrator } from '#src/forms/admin/admin-forms.ts'
import { Script } from '#src/framework/island.tsx'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { isFromConsole } from '#src/http/middleware/client-address.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { setAdminCookie } from '#src/http/sessions/admin-session.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { NewAccountPage } from '#src/ui/sign-in/NewAccountPage.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'First Administrator'

export { styles }

const headers = { 'Referrer-Policy': 'same-origin' }

export async function guard(c: Ctx, next: Next) {
  if (!isFromConsole(c)) return c.notFound()
  await next()
}

/** Opening the page does not use the link up. */
export function GET(c: Ctx) {
  const token = c.req.query('token') ?? ''
  return isFirstLink(c.var.deps, token) ? page(FirstAdmin, { token }, { headers }) : invalidLink()
}

export const POST = actions({ default: make }, (_c, { status, message, form, reply }) => {
  if (message === refusals.invalidToken) return invalidLink()
  const props = { token: form.get('token') ?? '', lastResult: reply('password') }
  return page(FirstAdmin, props, { headers, ...titled(title, status) })
})

async function make(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  if (!isFirstLink(c.var.deps, form.get('token') ?? '')) return invalidLink()
  const input = checkForm(firstAdministrator, form)
  setAdminCookie(c, await makeFirstAdministrator(c.var.deps, input, sourceOf(c)))
  return '/admin/company'
}

const invalidLink = () => page(FirstAdmin, { token: '' }, { headers, status: 400 })

type Props = {
  company: Company
  /** Empty when the link does not work. */
  token: string
  lastResult?: SubmissionResult
}

export default function FirstAdmin({ company, token, lastResult }: Props) {
  const account = usePageForm('account', firstAdministrator, { lastResult })
  return (
    <NewAccountPage
      {...{ company, title, account }}
      asks={['username', 'fullName', 'email']}
      lead={
        token
          ? 'Create the first administrator account. You can invite colleagues later.'
          : 'This link is invalid or has been used. Each start of the server prints a new one while there is no account.'
      }
      link={token ? { token, button: 'Create account' } : null}
    >
      <Script name="call-form" />
    </NewAccountPage>
  )
}
