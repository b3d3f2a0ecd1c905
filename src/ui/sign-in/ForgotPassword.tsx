import type { ReactNode } from 'react'
import { signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { type FormOf, faultsOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { EmailField } from './EmailField.tsx'

const ways = {
  client: {
    path: '/client/forgot-password',
    signIn: '/client-login',
    lead: 'Enter the email address you sign in with. We will send a link to set a password, also if you have not had one yet.',
    call: {
      call: '/api/client/forgot-password',
      done: clientToasts.linkSent,
      failed: clientToasts.linkFailed,
    },
    hint: null,
  },
  staff: {
    path: '/admin/forgot-password',
    signIn: '/admin',
    lead: 'Enter the email address of your back-office account. We send you a link to set a new password.',
    call: null,
    hint: 'Your account has no email address? Ask an administrator to send you a link, or whoever runs this server to reset your account.',
  },
}

type Props = {
  company: Company
  who: keyof typeof ways
  form: FormOf<'email'>
  /** Shown whether or not anybody has the address. */
  sentTo?: string
  children: ReactNode
}

export function ForgotPassword({ company, who, form: [form, fields], sentTo, children }: Props) {
  const { path, signIn, lead, call, hint } = ways[who]
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      {sentTo === undefined ? (
        <>
          <PageHead title="Forgot Password">{lead}</PageHead>
          <div className="stack">
            <CallForm id={form.id} action={path} {...call}>
              <ErrorSummary faults={faultsOf(form)} />
              <EmailField field={fields.email} says={signInTexts.email} />
              <div className="actions">
                <Button type="submit" variant="primary" data-waiting="Sending...">
                  Send Reset Link
                </Button>
                <ButtonLink variant="ghost" href={signIn}>
                  Back to Login
                </ButtonLink>
              </div>
            </CallForm>
            {hint && <p className="quiet">{hint}</p>}
            <p>
              <a href="/">Back to Home</a>
            </p>
          </div>
          {call && (
            <template id="sent" title={sentTitle}>
              <LinkSent email="" {...{ path, signIn }} />
            </template>
          )}
        </>
      ) : (
        <LinkSent email={sentTo} {...{ path, signIn }} />
      )}
      {children}
    </Layout>
  )
}

export const sentTitle = 'Check Your Email'

/** `email` is text, and a script may fill it in. */
function LinkSent({ email, path, signIn }: Record<'email' | 'path' | 'signIn', string>) {
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
        <form method="post" action={path} className="actions">
          <input type="hidden" name="email" value={email} data-email="" />
          <Button type="submit" name="action" value="again">
            Send Another Email
          </Button>
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
