import type { SubmissionResult } from '@conform-to/react'
import SetPassword from '#islands/SetPassword.tsx'
import { ownerOfLink, setClientPassword } from '#src/domain/clients/client-links.ts'
import { Refusal, refusals } from '#src/domain/refusal.ts'
import { setPasswordForm } from '#src/forms/sign-in/sign-in.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, tokenPage } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { leaveClient } from '#src/http/sessions/client-session.ts'
import { sayNext } from '#src/http/sessions/flash-cookie.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import type { SetPasswordProps } from '#src/ui/sign-in/set-password.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Set Password'

export { styles }

/** Opening the page does not use up the link, because mail scanners open links. */
export function GET(c: Ctx) {
  const token = c.req.query('token') ?? ''
  const email = ownerOfLink(c.var.deps, token)
  if (!email) return invalidLink(token ? 400 : 200)
  return page(ClientPassword, { link: linkOf(token, email) }, tokenPage)
}

export const POST = actions({ default: setPassword }, (c, { status, message, form, reply }) => {
  if (message === refusals.invalidToken) return invalidLink(400)
  const token = form.get('token') ?? ''
  const link = linkOf(token, ownerOfLink(c.var.deps, token), reply('password'))
  return page(ClientPassword, { link }, { ...tokenPage, ...titled(title, status) })
})

async function setPassword(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  const email = ownerOfLink(c.var.deps, form.get('token') ?? '')
  if (!email) throw new Refusal('invalid', refusals.invalidToken)
  await setClientPassword(c.var.deps, checkForm(setPasswordForm, form), c.var.address)
  leaveClient(c)
  sayNext(c, 'passwordSet', email)
  return '/client-login'
}

const invalidLink = (status: 200 | 400) =>
  page(ClientPassword, { link: null }, { ...tokenPage, status })

const linkOf = (token: string, email: string, lastResult?: SubmissionResult): SetPasswordProps => ({
  who: 'client',
  token,
  username: email,
  asks: [],
  button: 'Set Password',
  state: formState(setPasswordForm, { lastResult }),
})

/** `link` is `null` if the link does not work. */
type Props = { company: Company; link: SetPasswordProps | null }

export default function ClientPassword({ company, link }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={null}>
      {link ? <NewPassword {...link} /> : <InvalidLink />}
    </Layout>
  )
}

function NewPassword(link: SetPasswordProps) {
  return (
    <>
      <PageHead title="Set Password">
        You will sign in to the client portal with this password and{' '}
        <strong>{link.username}</strong>.
      </PageHead>
      <div className="stack">
        <Island of={SetPassword} props={link} />
        <p>
          Link too old, or used already? <a href="/client/forgot-password">Get a new link</a>
        </p>
      </div>
    </>
  )
}

function InvalidLink() {
  return (
    <>
      <div className="page-head">
        <h1>Invalid Link:</h1>
        <p className="lead">This password setup link is invalid or has expired.</p>
        <p>
          If we have sent you several links, only the newest works. If you have already set your
          password, use it to log in.
        </p>
      </div>
      <div className="actions">
        <ButtonLink variant="primary" href="/client-login">
          Client Portal Login
        </ButtonLink>
        <ButtonLink href="/client/forgot-password">Get a new link</ButtonLink>
      </div>
    </>
  )
}
