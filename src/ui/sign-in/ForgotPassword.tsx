import type { ReactNode } from 'react'
import { signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { type FormOf, faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, HomeLink, Layout } from '#src/ui/layout/Layout.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { EmailField } from './EmailField.tsx'

type Ways = { path: string; signIn: string }

type ForgotPasswordProps = Ways & {
  company: Company
  form: FormOf<'email'>
  lead: string
  /** Shown whether or not anybody has the address. */
  sentTo: string | undefined
  /** The call that `islands/call-form.ts` makes instead of a post. */
  call?: { call: string; done: Toast; failed: Toast }
  hint?: ReactNode
  children?: ReactNode
}

export function ForgotPasswordPage({
  company,
  form: [form, fields],
  lead,
  sentTo,
  call,
  hint,
  children,
  ...ways
}: ForgotPasswordProps) {
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      {sentTo === undefined ? (
        <>
          <ErrorSummary faults={faultsOf(form)} />
          <div className="page-head">
            <h1>Forgot Password</h1>
            <p className="lead">{lead}</p>
          </div>
          <div className="stack">
            <CallForm id={form.id} action={ways.path} {...call}>
              <EmailField field={fields.email} says={signInTexts.email} />
              <div className="actions">
                <Button type="submit" variant="primary" data-waiting="Sending...">
                  Send Reset Link
                </Button>
                <ButtonLink variant="ghost" href={ways.signIn}>
                  Back to Login
                </ButtonLink>
              </div>
            </CallForm>
            {hint}
            <p>
              <a href="/">Back to Home</a>
            </p>
          </div>
          {call && (
            <template id="sent" title={sentTitle}>
              <LinkSent email="" {...ways} />
            </template>
          )}
        </>
      ) : (
        <LinkSent email={sentTo} {...ways} />
      )}
      {children}
    </Layout>
  )
}

export const sentTitle = 'Check Your Email'

/** `email` is text, and a script may fill it in. */
function LinkSent({ email, path, signIn }: Ways & { email: string }) {
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>{sentTitle}</h1>
        <p className="lead">
          If there is an account for <strong data-email="">{email}</strong>, a reset link is on its
          way to that address.
        </p>
      </div>
      <div className="stack">
        <ol>
          <li>Check your inbox and spam folder</li>
          <li>Click the reset link</li>
          <li>Create a new secure password</li>
        </ol>
        <p>
          The reset link expires in 24 hours, and works once. Only the one in the newest email
          works.
        </p>
        <form method="get" action={path} className="actions">
          <Button type="submit">Send Another Email</Button>
          <ButtonLink variant="ghost" href={signIn}>
            Back to Login
          </ButtonLink>
        </form>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
    </>
  )
}

export const LoginLine = ({ forgot }: { forgot: string }) => (
  <div className="actions">
    <Button type="submit" variant="primary" data-waiting="Logging in...">
      Login
    </Button>
    <ButtonLink variant="ghost" href={forgot}>
      Forgot password?
    </ButtonLink>
  </div>
)
