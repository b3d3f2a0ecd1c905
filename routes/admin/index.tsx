import type { SubmissionResult } from '@conform-to/react'
import type { ComponentProps } from 'react'
import AdminLogin from '#islands/AdminLogin.tsx'
import { answerChallenge, signInAdmin } from '#src/domain/staff/admin-sign-in.ts'
import { findAdmin } from '#src/domain/staff/admins.ts'
import { hasAccounts } from '#src/domain/staff/first-administrator.ts'
import { providerRow } from '#src/domain/staff/identity-provider.ts'
import { needsRecoveryCode } from '#src/domain/staff/second-factor.ts'
import { adminSignIn, secondFactor } from '#src/forms/admin/admin-forms.ts'
import { Island } from '#src/framework/island.tsx'
import { type Ctx, sourceOf } from '#src/http/context.ts'
import { formState } from '#src/http/form-state.ts'
import { isFromConsole } from '#src/http/middleware/client-address.ts'
import { page, titled } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import {
  adminKeepsNoCookies,
  checkFailed,
  leaveAdmin,
  pageAfterSignIn,
  pendingAdminOf,
  requirePendingAdmin,
  setAdminCookie,
  signInFor,
  throughSignIn,
} from '#src/http/sessions/admin-session.ts'
import { type Company, HomeLink, Layout, PageHead } from '#src/ui/layout/Layout.tsx'
import { CheckFailed } from '#src/ui/sign-in/CheckFailed.tsx'
import { ProviderFault, ProviderLink } from '#src/ui/sign-in/ProviderLink.tsx'
import styles from '#src/ui/styles/sign-in.css?inline'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import type { Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Admin Login'

export { styles }

export const GET = (c: Ctx) => signInPage(c, { unchecked: checkFailed(c) })

export const POST = actions(
  { default: enterPassword, code: enterCode, again: startAgain },
  (c, { status, reply }) => signInPage(c, { lastResult: reply('') }, status),
)

/** Leads to the code, or to the page that was asked for. */
async function enterPassword(c: Ctx, form: URLSearchParams) {
  const credentials = checkForm(adminSignIn, form)
  const { token } = await signInAdmin(c.var.deps, credentials, sourceOf(c))
  setAdminCookie(c, token)
  return throughSignIn(c, pageOf(c))
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

type Props = {
  company: Company
  signIn: ComponentProps<typeof AdminLogin>
  needsRecoveryCode: boolean
  flash: Toast | null
  /** Whether the check of the session failed, so that the visitor may still be signed in. */
  unchecked: boolean
  notice: string | null
  fault: string | null
  /** Whether passwords work only for emergency accounts. */
  isProviderRequired: boolean
  firstLink: 'here' | 'elsewhere' | null
}

export default function AdminSignIn(props: Props) {
  const { company, signIn, flash, unchecked, firstLink, notice, fault } = props
  const { next, step } = signIn
  return (
    <Layout company={company} width="narrow" nav={<HomeLink />} flash={flash}>
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
      <Island of={AdminLogin} props={signIn} />
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
    </Layout>
  )
}

const askForCode = {
  any: 'Enter the code from your authenticator app, or a recovery code.',
  recovery:
    'Too many wrong codes were entered for this account, so only a recovery code works now. If you have none left, ask the person who runs this server to reset your account.',
}

const notices = new Map([['password-set', 'Your new password is set. Sign in with it.']])

type Given = { lastResult?: SubmissionResult; unchecked?: boolean }

function signInPage(c: Ctx, { lastResult, unchecked = false }: Given, status = 200) {
  const pending = pendingAdminOf(c)
  const props = {
    signIn: pending ? codeStep(c, lastResult) : passwordStep(c, lastResult),
    needsRecoveryCode: pending !== null && needsRecoveryCode(findAdmin(c.var.deps, pending.id)),
    flash: adminKeepsNoCookies(c) ? adminToasts.noCookies : null,
    notice: notices.get(c.req.query('flash') ?? '') ?? null,
    fault: c.req.query('provider') ?? null,
    isProviderRequired: providerRow(c.var.deps)?.isRequired ?? false,
    unchecked,
    firstLink: hasAccounts(c.var.deps) ? null : firstLinkFor(c),
  }
  return page(AdminSignIn, props, titled(title, status))
}

const firstLinkFor = (c: Ctx): Props['firstLink'] => (isFromConsole(c) ? 'here' : 'elsewhere')

function passwordStep(c: Ctx, lastResult?: SubmissionResult) {
  return {
    step: 'password' as const,
    ...placesOf(c),
    state: formState(adminSignIn, { lastResult }),
  }
}

function codeStep(c: Ctx, lastResult?: SubmissionResult) {
  return { step: 'code' as const, ...placesOf(c), state: formState(secondFactor, { lastResult }) }
}

function placesOf(c: Ctx) {
  const next = pageOf(c)
  return { page: signInFor(next), next }
}
