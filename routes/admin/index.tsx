import type { SubmissionResult } from '@conform-to/react'
import { answerChallenge, signInAdmin } from '#src/domain/accounts/admin-sign-in.ts'
import { findAdmin } from '#src/domain/accounts/admins.ts'
import { providerRow } from '#src/domain/accounts/identity-provider.ts'
import { hasAccounts } from '#src/domain/accounts/invitations.ts'
import { needsRecoveryCode } from '#src/domain/accounts/second-factor.ts'
import { adminSignIn, secondFactor } from '#src/forms/admin/admin-forms.ts'
import { signInTexts } from '#src/forms/sign-in/sign-in.ts'
import { Script } from '#src/framework/island.tsx'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { isFromConsole } from '#src/http/middleware/client-address.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import {
  checkFailed,
  leaveAdmin,
  pageAfterSignIn,
  pendingAdminOf,
  requirePendingAdmin,
  setAdminCookie,
  signInFor,
} from '#src/http/sessions/admin-session.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { CallForm } from '#src/ui/fields/CallForm.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { CheckFailed } from '#src/ui/sign-in/CheckFailed.tsx'
import { LoginLine } from '#src/ui/sign-in/ForgotPassword.tsx'
import { ProviderFault, ProviderLink } from '#src/ui/sign-in/ProviderLink.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'

export const title = 'Admin Login'

export { styles }

export const GET = (c: Ctx) => signInPage(c, { unchecked: checkFailed(c) })

export const POST = actions(
  { default: enterPassword, code: enterCode, again: startAgain },
  (c, { status, reply }) => signInPage(c, { lastResult: reply('') }, status),
)

async function enterPassword(c: Ctx, form: URLSearchParams) {
  const given = checkForm(adminSignIn, form)
  const { token, stage } = await signInAdmin(c.var.deps, given, sourceOf(c))
  setAdminCookie(c, token)
  return stage === 'challenge' ? signInFor(pageOf(c)) : pageOf(c)
}

async function enterCode(c: Ctx, form: URLSearchParams) {
  const pending = requirePendingAdmin(c)
  const { code } = checkForm(secondFactor, form)
  setAdminCookie(c, await answerChallenge(c.var.deps, pending, code))
  return pageOf(c)
}

function startAgain(c: Ctx) {
  leaveAdmin(c)
  return signInFor(pageOf(c))
}

const pageOf = (c: Ctx) => pageAfterSignIn(c.req.query('opens'))

type SignInProps = {
  company: Company
  next: string
  step: 'password' | 'code'
  needsRecoveryCode: boolean
  lastResult: SubmissionResult | undefined
  /** The check of the session failed, and the visitor may still be signed in. */
  unchecked: boolean
  notice: string | null
  fault: string | null
  /** Passwords open only emergency accounts. */
  isProviderRequired: boolean
  firstLink: 'here' | 'elsewhere' | null
}

export default function AdminSignIn(props: SignInProps) {
  const { company, next, step, lastResult, unchecked, firstLink, notice, fault } = props
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />}>
      <PageHead title="Admin Login">
        {step === 'code'
          ? askForCode[props.needsRecoveryCode ? 'recovery' : 'any']
          : 'Sign in to review applications.'}
      </PageHead>
      {firstLink && (
        <p className="notice">
          There is no account yet. Open the link that the server printed when it started
          {firstLink === 'elsewhere' && ', on the machine it runs on'}.
        </p>
      )}
      {notice && (
        <p className="notice notice-good" role="status">
          {notice}
        </p>
      )}
      <ProviderFault fault={fault} company={company} />
      {unchecked && <CheckFailed next={next} name="the page you were on" />}
      {step === 'code' ? (
        <CodeForm {...{ next, lastResult }} />
      ) : (
        <PasswordForm {...{ next, lastResult }} />
      )}
      {step === 'password' && company.provider && (
        <ProviderLink
          href={`/api/admin/sign-in?${new URLSearchParams({ opens: next })}`}
          name={company.provider}
        >
          {props.isProviderRequired
            ? `Everybody signs in with ${company.provider}. Passwords are for emergency accounts.`
            : null}
        </ProviderLink>
      )}
      <Script name="call-form" />
    </Layout>
  )
}

const askForCode = {
  any: 'Enter the code from your authenticator app, or a recovery code.',
  recovery:
    'Too many wrong codes were entered for this account, so only a recovery code counts now. If you have none left, ask whoever runs this server to reset your account.',
}

const leadTo = (next: string) => ({
  action: signInFor(next),
  next,
  done: adminToasts.signedIn,
  failed: adminToasts.signInFailed(),
  unreachable: adminToasts.signInUnreachable,
})

type FormProps = Pick<SignInProps, 'next' | 'lastResult'>

function PasswordForm({ next, lastResult }: FormProps) {
  const [form, fields] = usePageForm('sign-in', adminSignIn, { lastResult })
  const mark = form.errors && { 'aria-invalid': true }
  return (
    <CallForm {...leadTo(next)} id={form.id} call="/api/admin/login">
      <ErrorSummary faults={faultsOf(form, fields.username)} />
      <TextField
        {...inputOf(fields.username)}
        {...mark}
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-says={signInTexts.username}
      />
      <TextField
        {...inputOf(fields.password, 'password')}
        {...mark}
        label="Password"
        autoComplete="current-password"
        data-says={signInTexts.password}
      />
      <LoginLine forgot="/admin/forgot-password" />
    </CallForm>
  )
}

function CodeForm({ next, lastResult }: FormProps) {
  const [form, fields] = usePageForm('second-step', secondFactor, { lastResult })
  return (
    <>
      <CallForm {...leadTo(next)} id={form.id} call="/api/admin/challenge">
        <ErrorSummary faults={faultsOf(form, fields.code)} />
        <TextField
          {...inputOf(fields.code)}
          label="Code"
          width="code"
          autoComplete="one-time-code"
          inputMode="text"
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
            Start Again
          </Button>
        </div>
      </CallForm>
      <form id="again" method="post" action={signInFor(next)} />
    </>
  )
}

const notices = new Map([['password-set', 'Your new password is set. Sign in with it.']])

function signInPage(c: Ctx, given: Partial<SignInProps>, status = 200) {
  const pending = pendingAdminOf(c)
  const props = {
    next: pageOf(c),
    step: pending ? ('code' as const) : ('password' as const),
    needsRecoveryCode: pending !== null && needsRecoveryCode(findAdmin(c.var.deps, pending.id)),
    lastResult: undefined,
    notice: notices.get(c.req.query('flash') ?? '') ?? null,
    fault: c.req.query('provider') ?? null,
    isProviderRequired: providerRow(c.var.deps)?.isRequired ?? false,
    unchecked: false,
    firstLink: hasAccounts(c.var.deps)
      ? null
      : isFromConsole(c)
        ? ('here' as const)
        : ('elsewhere' as const),
    ...given,
  }
  return page(AdminSignIn, props, titled(title, status))
}
