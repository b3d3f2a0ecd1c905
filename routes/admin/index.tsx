import { Refusal } from '#src/domain/refusal.ts'
import { adminSignIn, secondFactor } from '#src/forms/admin/admin-forms.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { describeError } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { bodyLimits, readForm } from '#src/http/requests/body.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import {
  leaveAdmin,
  pendingAdminOf,
  requirePendingAdmin,
} from '#src/http/sessions/admin-session.ts'
import { enterAdmin, enterWithCode } from '#src/http/sessions/admin-sign-in.ts'
import { checkFailed } from '#src/http/sessions/check-failed.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import { CheckFailed } from '#src/ui/sign-in/CheckFailed.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

export const title = 'Admin Login'

export { styles }

/** The sign-in, or the question for a code when the password was right. */
export function GET(c: Ctx) {
  return drawn(c, { unchecked: checkFailed(c) })
}

/** The sign-in without scripts. */
export async function POST(c: Ctx) {
  const form = Object.fromEntries(await readForm(c, bodyLimits.small))
  try {
    if (form.step === 'again') {
      leaveAdmin(c)
      return c.redirect('/admin', 303)
    }
    if (form.step === 'code')
      await enterWithCode(c, requirePendingAdmin(c), checkForm(secondFactor, form).code)
    else if ((await enterAdmin(c, checkForm(adminSignIn, form))) === 'challenge')
      return c.redirect('/admin', 303)
    return c.redirect('/admin/dashboard', 303)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { status, retryAfter } = describeError(error)
    if (retryAfter) c.header('Retry-After', String(retryAfter))
    const { errors = {} } = error.details
    const message = Object.keys(errors).length > 0 ? null : error.message
    return drawn(c, { errors, message, username: form.username ?? '' }, status)
  }
}

type SignInProps = {
  company: Company
  step: 'password' | 'code'
  errors: Record<string, string>
  /** What is wrong with no field in particular. */
  message: string | null
  username: string
  /** The check of the session failed, and the visitor may still be signed in. */
  unchecked: boolean
}

/** Admin sign-in: user name and password, then a code for those who asked for a second step. */
export default function AdminSignIn(props: SignInProps) {
  const { company, step, errors, message, username, unchecked } = props
  const faults = Object.entries(errors).map(([id, text]) => ({ id, text }))
  if (message) faults.push({ id: step === 'code' ? 'code' : 'username', text: message })
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      <div className="page-head">
        <h1>Admin Login</h1>
        <p className="lead">
          {step === 'code'
            ? 'Enter the code from your authenticator app, or a recovery code.'
            : 'Sign in to review applications.'}
        </p>
      </div>
      <ErrorSummary faults={faults} />
      {unchecked && <CheckFailed next="/admin/dashboard" name="the dashboard" />}
      {step === 'code' ? <CodeForm errors={errors} /> : <PasswordForm {...{ errors, username }} />}
      <Script name="call-form" />
    </Layout>
  )
}

const toDashboard = {
  action: '/admin',
  next: '/admin/dashboard',
  done: adminToasts.signedIn,
  failed: adminToasts.signInFailed(),
}

function PasswordForm({ errors, username }: Pick<SignInProps, 'errors' | 'username'>) {
  return (
    <CallForm {...toDashboard} call="/api/admin/login">
      <TextField
        id="username"
        name="username"
        label="Username"
        defaultValue={username}
        error={errors.username}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-says={signInTexts.username}
      />
      <TextField
        id="password"
        name="password"
        type="password"
        label="Password"
        error={errors.password}
        autoComplete="current-password"
        required
        data-says={signInTexts.password}
      />
      <div className="actions">
        <Button type="submit" variant="primary" data-waiting="Logging in...">
          Login
        </Button>
      </div>
    </CallForm>
  )
}

function CodeForm({ errors }: Pick<SignInProps, 'errors'>) {
  return (
    <>
      <CallForm {...toDashboard} call="/api/admin/challenge">
        <TextField
          id="code"
          name="code"
          label="Code"
          width="code"
          error={errors.code}
          autoComplete="one-time-code"
          inputMode="text"
          required
          data-says={signInTexts.code}
        />
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            name="step"
            value="code"
            data-waiting="Logging in..."
          >
            Login
          </Button>
          <Button type="submit" variant="ghost" form="again" name="step" value="again">
            Start again
          </Button>
        </div>
      </CallForm>
      <form id="again" method="post" action="/admin" />
    </>
  )
}

function drawn(c: Ctx, given: Partial<SignInProps>, status?: number) {
  const props = {
    step: pendingAdminOf(c) ? ('code' as const) : ('password' as const),
    errors: {},
    message: null,
    username: '',
    unchecked: false,
    ...given,
  }
  return page(AdminSignIn, props, status ? { status, title: `Error: ${title}` } : {})
}
