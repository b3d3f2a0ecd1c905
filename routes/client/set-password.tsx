import type { SubmissionResult } from '@conform-to/react'
import { ownerOfLink, setClientPassword } from '#src/domain/accounts/client-links.ts'
import { refusals } from '#src/domain/refusal.ts'
import { setPasswordForm, signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { leaveClient } from '#src/http/sessions/client-session.ts'
import { sayNext } from '#src/http/sessions/flash-cookie.ts'
import { ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { Username } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { NewPasswordFields } from '#src/ui/sign-in/NewPasswordFields.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

export const title = 'Set Password'

export { styles }

const headers = { 'Referrer-Policy': 'same-origin' }

/** Opening the page does not use the link up: mail scanners open links. */
export function GET(c: Ctx) {
  const token = c.req.query('token') ?? ''
  const email = ownerOfLink(c.var.deps, token)
  return email || !token ? page(SetPassword, { token, email }, { headers }) : invalidLink()
}

export const POST = actions({ default: setPassword }, (c, { status, message, form, reply }) => {
  if (message === refusals.invalidToken) return invalidLink()
  const token = form.get('token') ?? ''
  const props = { token, email: ownerOfLink(c.var.deps, token), lastResult: reply('password') }
  return page(SetPassword, props, { headers, ...titled(title, status) })
})

async function setPassword(c: Ctx, form: URLSearchParams) {
  await limit(c, 'setPassword')
  const email = ownerOfLink(c.var.deps, form.get('token') ?? '')
  if (!email) return invalidLink()
  await setClientPassword(c.var.deps, checkForm(setPasswordForm, form), c.var.address)
  leaveClient(c)
  sayNext(c, 'passwordSet', email)
  return '/client-login'
}

const invalidLink = () => page(SetPassword, { token: '', email: '' }, { headers, status: 400 })

type Props = {
  company: Company
  token: string
  /** For the browser's password manager. */
  email: string
  lastResult?: SubmissionResult | undefined
}

export default function SetPassword({ company, token, email, lastResult }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      {token ? <NewPassword {...{ token, email, lastResult }} /> : <InvalidLink />}
    </Layout>
  )
}

function NewPassword({ token, email, lastResult }: Omit<Props, 'company'>) {
  const [form, fields] = usePageForm('set-password', setPasswordForm, { lastResult })
  return (
    <>
      <PageHead title="Set Password">
        You will sign in to the client portal with this password and <strong>{email}</strong>.
      </PageHead>
      <div className="stack">
        <CallForm
          id={form.id}
          action="/client/set-password"
          call="/api/client/set-password"
          next="/client-login"
          done={clientToasts.passwordSet}
          failed={clientToasts.passwordFailed}
        >
          <ErrorSummary faults={withoutTwin(faultsOf(form))} />
          <input type="hidden" name="token" value={token} />
          <Username of={email} />
          <NewPasswordFields
            fields={fields}
            label="New password"
            least={8}
            checks={{ short: signInTexts.short, differs: signInTexts.match }}
          />
          <SubmitLine waiting="Setting password...">Set Password</SubmitLine>
        </CallForm>
        <p>
          Link too old, or used already? <a href="/client/forgot-password">Get a new link</a>
        </p>
      </div>
      <Script name="call-form" />
    </>
  )
}

/** The repeated field says the same when both are too short. */
const withoutTwin = (faults: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(faults).filter(
      ([, text], at, all) => all.findIndex(([, other]) => other === text) === at,
    ),
  )

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
