import type { SubmissionResult } from '@conform-to/react'
import { requestStaffPasswordLink } from '#src/domain/jobs/email-jobs.ts'
import { forgotPassword } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { LinkSent } from '#src/ui/sign-in/LinkSent.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Forgot Password'
const titleWhenSent = 'Check Your Email'

export { styles }

export const GET = () => page(ForgotPassword, {})

export const POST = actions({ default: requestLink }, (_c, { status, reply }) =>
  page(ForgotPassword, { lastResult: reply('email') }, titled(title, status)),
)

async function requestLink(c: Ctx, form: URLSearchParams) {
  await limit(c, 'forgotPassword')
  const { email } = checkForm(forgotPassword, form)
  await requestStaffPasswordLink(c.var.deps, email)
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
        <LinkSent email={sentTo} path="/admin/forgot-password" signIn="/admin" />
      )}
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
          Enter the email address of your back-office account. We send you a link to set a new
          password.
        </p>
      </div>
      <div className="stack">
        <form id={form.id} method="post" noValidate className="fields">
          <TextField
            {...inputOf(fields.email, 'email')}
            label="Email"
            autoComplete="email"
            spellCheck={false}
          />
          <div className="actions">
            <Button type="submit" variant="primary">
              Send Reset Link
            </Button>
            <ButtonLink variant="ghost" href="/admin">
              Back to Login
            </ButtonLink>
          </div>
        </form>
        <p className="quiet">
          Your account has no email address? Ask an administrator to send you a link, or whoever
          runs this server to reset your account.
        </p>
      </div>
    </>
  )
}
