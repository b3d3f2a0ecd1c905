import type { SubmissionResult } from '@conform-to/react'
import { requestPasswordLink, requestStaffPasswordLink } from '#src/domain/jobs/email-jobs.ts'
import { forgotPassword } from '#src/forms/sign-in/sign-in.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { ForgotPassword, sentTitle } from '#src/ui/sign-in/ForgotPassword.tsx'
import { actions } from './actions.ts'
import { checkForm } from './form-request.ts'

type Who = 'client' | 'staff'

const send = { client: requestPasswordLink, staff: requestStaffPasswordLink }

export const forgottenPassword = (who: Who, title: string) => ({
  GET: () => page(ForgotPage, { who }),
  POST: actions(
    {
      async default(c: Ctx, form) {
        await limit(c, 'forgotPassword')
        const { email } = checkForm(forgotPassword, form)
        await send[who](c.var.deps, email)
        return page(ForgotPage, { who, sentTo: email }, { title: sentTitle })
      },
      again: (_, form) => page(ForgotPage, { who, typed: form.get('email') ?? '' }),
    },
    (_, { status, reply }) =>
      page(ForgotPage, { who, lastResult: reply('email') }, titled(title, status)),
  ),
})

type Props = {
  company: Company
  who: Who
  lastResult?: SubmissionResult
  sentTo?: string
  typed?: string
}

function ForgotPage({ lastResult, typed = '', ...props }: Props) {
  const form = usePageForm('forgot-password', forgotPassword, {
    lastResult,
    defaultValue: { email: typed },
  })
  return (
    <ForgotPassword {...props} form={form}>
      <Script name="call-form" />
    </ForgotPassword>
  )
}
