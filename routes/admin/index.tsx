import { answerChallenge, signInAdmin } from '#src/domain/accounts/admin-sign-in.ts'
import { adminSignIn, secondFactor } from '#src/forms/admin/admin-forms.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { sourceOf } from '#src/http/requests/source.ts'
import {
  leaveAdmin,
  pendingAdminOf,
  requirePendingAdmin,
  setAdminCookie,
} from '#src/http/sessions/admin-session.ts'
import { checkFailed } from '#src/http/sessions/check-failed.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { HomeLink } from '#src/ui/layout/HomeLink.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import { CheckFailed } from '#src/ui/sign-in/CheckFailed.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

export const title = 'Admin Login'

export { styles }

/** The sign-in, or the question for a code when the password was right. */
export const GET = (c: Ctx) => signInPage(c, { unchecked: checkFailed(c) })

/** The sign-in without scripts. */
export const POST = actions(
  { default: enterPassword, code: enterCode, again: startAgain },
  (c, { status, errors, notice, form }) =>
    signInPage(c, { errors, message: notice, username: form.get('username') ?? '' }, status),
)

async function enterPassword(c: Ctx, form: URLSearchParams) {
  const given = checkForm(adminSignIn, form)
  const { token, stage } = await signInAdmin(c.var.deps, given, sourceOf(c))
  setAdminCookie(c, token)
  return stage === 'challenge' ? '/admin' : '/admin/dashboard'
}

async function enterCode(c: Ctx, form: URLSearchParams) {
  const pending = requirePendingAdmin(c)
  const { code } = checkForm(secondFactor, form)
  setAdminCookie(c, await answerChallenge(c.var.deps, pending, code))
  return '/admin/dashboard'
}

function startAgain(c: Ctx) {
  leaveAdmin(c)
  return '/admin'
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
  const first = step === 'code' ? 'code' : 'username'
  const faults = message ? { ...errors, [first]: message } : errors
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
      <SubmitLine waiting="Logging in...">Login</SubmitLine>
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
            name="action"
            value="code"
            data-waiting="Logging in..."
          >
            Login
          </Button>
          <Button type="submit" variant="ghost" form="again" name="action" value="again">
            Start again
          </Button>
        </div>
      </CallForm>
      <form id="again" method="post" action="/admin" />
    </>
  )
}

function signInPage(c: Ctx, given: Partial<SignInProps>, status?: number) {
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
