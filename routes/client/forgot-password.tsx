import type { SubmissionResult } from '@conform-to/react'
import { requestPasswordLink } from '#src/domain/jobs/email-jobs.ts'
import { forgotPassword } from '#src/forms/sign-in/sign-in.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { ForgotPasswordPage, sentTitle } from '#src/ui/sign-in/ForgotPassword.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

export const title = 'Forgot Password'

export { styles }
export const prerender = 'everybody'

export const POST = actions({ default: requestLink }, (_c, { status, reply }) =>
  page(ForgotPassword, { lastResult: reply('email') }, titled(title, status)),
)

async function requestLink(c: Ctx, form: URLSearchParams) {
  await limit(c, 'forgotPassword')
  const { email } = checkForm(forgotPassword, form)
  await requestPasswordLink(c.var.deps, email)
  return page(ForgotPassword, { sentTo: email }, { title: sentTitle })
}

type Props = { company: Company; lastResult?: SubmissionResult; sentTo?: string }

export default function ForgotPassword({ company, lastResult, sentTo }: Props) {
  const form = usePageForm('forgot-password', forgotPassword, { lastResult })
  return (
    <ForgotPasswordPage
      {...{ company, form, sentTo }}
      path="/client/forgot-password"
      signIn="/client-login"
      lead="Enter the email address you sign in with. We will send a link to set a password, also if you have not had one yet."
      call={{
        call: '/api/client/forgot-password',
        done: clientToasts.linkSent,
        failed: clientToasts.linkFailed,
      }}
    >
      <Script name="call-form" />
    </ForgotPasswordPage>
  )
}
