import type { SubmissionResult } from '@conform-to/react'
import ForgotPassword from '#islands/ForgotPassword.tsx'
import type { Deps } from '#src/deps.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { requestPasswordLink } from '#src/domain/jobs/requested-emails.ts'
import { forgotPassword } from '#src/forms/sign-in/sign-in.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import { type ForgotPasswordProps, sentTitle } from '#src/ui/sign-in/forgot-password.ts'
import styles from '#src/ui/styles/sign-in.css?inline'

export const title = 'Forgot Password'

export { styles }
export const prerender = 'everybody'

export const { GET, POST } = forgotten('client', requestPasswordLink)

type Who = ForgotPasswordProps['who']

/** Sends a link if the address has an account. The page says the same in either case. */
export function forgotten(who: Who, send: (deps: Deps, email: string) => Promise<unknown>) {
  const show = (c: Ctx, { email = '', isSent = false, lastResult }: Given, status = 200) => {
    const { name } = companyOf(c.var.deps)
    const request: ForgotPasswordProps = {
      who,
      state: formState(forgotPassword, { values: { email }, lastResult }),
      sentTo: isSent ? email : null,
      titles: { form: `${title} – ${name}`, sent: `${sentTitle} – ${name}` },
    }
    return page(Forgotten, { request }, titled(isSent ? sentTitle : title, status))
  }
  const POST = actions(
    {
      async default(c, form) {
        await limit(c, 'forgotPassword')
        const { email } = checkForm(forgotPassword, form)
        await send(c.var.deps, email)
        return show(c, { email, isSent: true })
      },
      again: (c, form) => show(c, { email: form.get('email') ?? '' }),
    },
    (c, { status, reply }) => show(c, { lastResult: reply('email') }, status),
  )
  return { GET: (c: Ctx) => show(c, {}), POST }
}

type Given = { email?: string; isSent?: boolean; lastResult?: SubmissionResult }

export const data = ({ request }: { request: ForgotPasswordProps }) => request

type Props = { company: Company; request: ForgotPasswordProps }

export default function Forgotten({ company, request }: Props) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={null}>
      <Island of={ForgotPassword} props={request} />
    </Layout>
  )
}
