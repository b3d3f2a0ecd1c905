import { confirmAdmin } from '#src/domain/accounts/admin-account.ts'
import { hasFreshPassword } from '#src/domain/accounts/admin-sessions.ts'
import {
  confirmTotp,
  enrolTotp,
  pendingTotp,
  recoveryCodesLeft,
  renewRecoveryCodes,
} from '#src/domain/accounts/admin-totp.ts'
import { findAdmin } from '#src/domain/accounts/admins.ts'
import { isSecondFactorRequired } from '#src/domain/accounts/second-factor-required.ts'
import type { Admin } from '#src/domain/actor.ts'
import { confirmPassword, recoveryRenewal, secondFactor } from '#src/forms/admin/admin-forms.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { failureOf } from '#src/http/errors.ts'
import { page, titled } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { pageNeeds, replaceAdminSession, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import type { Enrolment } from '#src/ui/admin/profile.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { BeginForm, CodeForm, RecoveryCodes, RenewForm } from '#src/ui/team/SecondFactorSteps.tsx'
import { refused } from '#src/ui/toasts/toast-kinds.ts'

export const title = 'Two-Step Sign-In'

export const guard = pageNeeds('account')

export const GET = (c: Ctx) => setUpPage(c, requireAdmin(c, 'account'), {})

/** The two steps, a key for the app and then a code of the app; and new recovery codes. */
export const POST = actions({ begin, confirm, renew }, (c, { errors, notice, status }) =>
  setUpPage(c, requireAdmin(c, 'account'), { errors, notice }, status),
)

async function begin(c: Ctx, form: URLSearchParams) {
  const { deps } = c.var
  const admin = await provedAdmin(c, form)
  return setUpPage(c, admin, { enrolment: enrolTotp(deps, admin) })
}

async function confirm(c: Ctx, form: URLSearchParams) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'account')
  const enrolment = pendingTotp(deps, admin)
  try {
    const { recoveryCodes, token } = await confirmTotp(
      deps,
      admin,
      checkForm(secondFactor, form).code,
    )
    return setUpPage(c, replaceAdminSession(c, admin, token), { recoveryCodes })
  } catch (error) {
    // a mistyped code: the key stays on the page, and the next code is asked for
    const { errors, notice, status } = failureOf(c, error)
    return setUpPage(c, admin, { enrolment, errors, notice }, status)
  }
}

async function renew(c: Ctx, form: URLSearchParams) {
  const admin = await provedAdmin(c, form)
  const given = checkForm(recoveryRenewal, form)
  const recoveryCodes = await renewRecoveryCodes(c.var.deps, admin, given)
  return setUpPage(c, admin, { recoveryCodes, isRenewal: true })
}

/** The admin of the request, with the password that came along when it was given long ago. */
async function provedAdmin(c: Ctx, form: URLSearchParams) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'account')
  if (!hasFreshPassword(deps, admin))
    await confirmAdmin(deps, admin, checkForm(confirmPassword, form).password)
  return admin
}

type PageProps = {
  company: Company
  isOn: boolean
  isRequired: boolean
  asksPassword: boolean
  enrolment: Enrolment | null
  recoveryCodes: string[]
  codesLeft: number
  /** When the codes were made, in milliseconds; 0 without any. */
  codesMade: number
  /** The recovery codes take the place of others. */
  isRenewal: boolean
  errors: Record<string, string>
  /** What is wrong with no field in particular. */
  notice: string | null
}

/** Sets up two-step sign-in: where everybody must have it, the only page of an account without it. */
export default function SecondFactorPage({ company, errors, notice, ...rest }: PageProps) {
  const {
    isOn,
    isRequired,
    asksPassword,
    enrolment,
    recoveryCodes,
    codesLeft,
    codesMade,
    isRenewal,
  } = rest
  return (
    <AdminPage company={company} flash={notice === null ? null : refused(notice)}>
      <ErrorSummary faults={errors} />
      <div className="page-head">
        <h1>Two-step sign-in</h1>
        {!isOn && (
          <p className="lead">
            {isRequired
              ? 'A second factor is required for everybody. Please set yours up to go on.'
              : 'A second factor protects your account: a code from an app on your phone, asked for after your password.'}
          </p>
        )}
      </div>
      <div className="sections">
        {recoveryCodes.length > 0 && <RecoveryCodes codes={recoveryCodes} isRenewal={isRenewal} />}
        {isOn && recoveryCodes.length === 0 && (
          <RenewForm {...{ codesLeft, codesMade, asksPassword, errors }} />
        )}
        {!isOn && enrolment && <CodeForm {...{ enrolment, errors }} />}
        {!isOn && !enrolment && <BeginForm {...{ asksPassword, errors }} />}
        {(isOn || !isRequired) && (
          <div className="actions">
            <ButtonLink variant={isOn ? 'primary' : 'ghost'} href="/admin/dashboard">
              {isOn ? 'Go to the dashboard' : 'Not now'}
            </ButtonLink>
          </div>
        )}
      </div>
      <Script name="admin-frame" />
    </AdminPage>
  )
}

/** The page for an admin, whose session may just have been replaced. */
function setUpPage(c: Ctx, admin: Admin, given: Partial<PageProps>, status = 200) {
  const { deps } = c.var
  const { totpSecretSealed, recoveryCodesAt } = findAdmin(deps, admin.id)
  return page(
    SecondFactorPage,
    {
      isOn: totpSecretSealed !== null,
      isRequired: isSecondFactorRequired(deps),
      asksPassword: !hasFreshPassword(deps, admin),
      enrolment: null,
      recoveryCodes: [],
      codesLeft: recoveryCodesLeft(deps, admin.id),
      codesMade: recoveryCodesAt ?? 0,
      isRenewal: false,
      errors: {},
      notice: null,
      ...given,
    },
    titled(title, status),
  )
}
