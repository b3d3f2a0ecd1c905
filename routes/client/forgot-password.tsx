import type { SubmissionResult } from '@conform-to/react'
import { requestPasswordLink } from '#src/domain/jobs/email-jobs.ts'
import { forgotPassword, signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { EmailField } from '#src/ui/sign-in/EmailField.tsx'
import { LinkSent } from '#src/ui/sign-in/LinkSent.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

export const title = 'Forgot Password'
const titleWhenSent = 'Check Your Email'

export { styles }
export const prerender = 'everybody'

const paths = { path: '/client/forgot-password', signIn: '/client-login' }

export const POST = actions({ default: requestLink }, (_c, { status, reply }) =>
  page(ForgotPassword, { lastResult: reply('email') }, titled(title, status)),
)

async function requestLink(c: Ctx, form: URLSearchParams) {
  await limit(c, 'forgotPassword')
  const { email } = checkForm(forgotPassword, form)
  await requestPasswordLink(c.var.deps, email)
  return page(ForgotPassword, { sentTo: email }, { title: titleWhenSent })
}

type Props = {
  company: Company
  lastResult?: SubmissionResult
  /** Shown whether or not anybody has the address. */
  sentTo?: string
}

export default function ForgotPassword({ company, lastResult, sentTo }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      {sentTo === undefined ? (
        <Ask lastResult={lastResult} />
      ) : (
        <LinkSent email={sentTo} {...paths} />
      )}
      <Script name="call-form" />
    </Layout>
  )
}

function Ask({ lastResult }: { lastResult: SubmissionResult | undefined }) {
  const [form, fields] = usePageForm('forgot-password', forgotPassword, { lastResult })
  return (
    <>
      <ErrorSummary faults={faultsOf(form)} />
      <div className="page-head">
        <h1>Forgot Password</h1>
        <p className="lead">
          Enter the email address you sign in with. We will send a link to set a password, also if
          you have not had one yet.
        </p>
      </div>
      <div className="stack">
        <CallForm
          id={form.id}
          action="/client/forgot-password"
          call="/api/client/forgot-password"
          done={clientToasts.linkSent}
          failed={clientToasts.linkFailed}
        >
          <EmailField field={fields.email} says={signInTexts.email} />
          <div className="actions">
            <Button type="submit" variant="primary" data-waiting="Sending...">
              Send Reset Link
            </Button>
            <ButtonLink variant="ghost" href="/client-login">
              Back to Login
            </ButtonLink>
          </div>
        </CallForm>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
      <template id="sent" title={titleWhenSent}>
        <LinkSent email="" {...paths} />
      </template>
    </>
  )
}
