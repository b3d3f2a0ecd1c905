import type { SubmissionResult } from '@conform-to/react'
import { requestStaffPasswordLink } from '#src/domain/jobs/email-jobs.ts'
import { forgotPassword } from '#src/forms/sign-in/sign-in.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { ForgotPasswordPage, sentTitle } from '#src/ui/sign-in/ForgotPassword.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Forgot Password'

export { styles }

export const GET = () => page(ForgotPassword, {})

export const POST = actions({ default: requestLink }, (_c, { status, reply }) =>
  page(ForgotPassword, { lastResult: reply('email') }, titled(title, status)),
)

async function requestLink(c: Ctx, form: URLSearchParams) {
  await limit(c, 'forgotPassword')
  const { email } = checkForm(forgotPassword, form)
  await requestStaffPasswordLink(c.var.deps, email)
  return page(ForgotPassword, { sentTo: email }, { title: sentTitle })
}

type Props = { company: Company; lastResult?: SubmissionResult; sentTo?: string }

export default function ForgotPassword({ company, lastResult, sentTo }: Props) {
  const form = usePageForm('forgot-password', forgotPassword, { lastResult })
  return (
    <ForgotPasswordPage
      {...{ company, form, sentTo }}
      path="/admin/forgot-password"
      signIn="/admin"
      lead="Enter the email address of your back-office account. We send you a link to set a new password."
      hint={
        <p className="quiet">
          Your account has no email address? Ask an administrator to send you a link, or whoever
          runs this server to reset your account.
        </p>
      }
    />
  )
}
