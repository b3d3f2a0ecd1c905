import AdminAccount, { type Props as AccountProps } from '#islands/AdminAccount.tsx'
import AdminDashboard, { type Props as DashboardProps } from '#islands/AdminDashboard.tsx'
import {
  adminProfile,
  changeAdminPassword,
  confirmAdmin,
  keepProfileSignature,
} from '#src/domain/accounts/admin-account.ts'
import {
  confirmTotp,
  disableTotp,
  enrolTotp,
  pendingTotp,
} from '#src/domain/accounts/admin-totp.ts'
import { endOwnSession } from '#src/domain/accounts/session-list.ts'
import type { Admin } from '#src/domain/actor.ts'
import { drawName } from '#src/domain/applications/typed-name.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { analytics } from '#src/domain/dashboard/analytics.ts'
import { type ListFilter, listApplications, listLimits } from '#src/domain/dashboard/list.ts'
import { recentUpdates } from '#src/domain/dashboard/recent-updates.ts'
import { historyStatus } from '#src/domain/maintenance/history-check.ts'
import { Refusal } from '#src/domain/refusal.ts'
import {
  changePassword,
  confirmPassword,
  openSession,
  secondFactor,
} from '#src/forms/admin/admin-forms.ts'
import { readQuery } from '#src/forms/admin/dashboard-query.ts'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import { lengths } from '#src/forms/fields/field-types.ts'
import { messages } from '#src/forms/fields/messages.ts'
import { readText } from '#src/forms/text.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { dashboardNotices } from '#src/http/dashboard-notices.ts'
import { failureOf } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { ownerAsked } from '#src/http/requests/list-request.ts'
import { leaveAdmin, replaceAdminSession, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { DashboardNotices, type Notices } from '#src/ui/admin/DashboardNotices.tsx'
import { HistoryLine, type HistoryRecord } from '#src/ui/admin/HistoryLine.tsx'
import type { AccountAnswer } from '#src/ui/admin/profile.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'

export const title = 'Admin Dashboard'

/** The dashboard with the list that its address asks for. */
export const GET = (c: Ctx) =>
  dashboardPage(c, requireAdmin(c, 'read'), c.req.query('dialog') === 'account' ? {} : null)

/** Logout, and the forms of the 'My account' dialog, without scripts. */
export const POST = actions(
  {
    logout,
    password,
    signature,
    'signature-away': removeSignature,
    'totp-begin': beginTotp,
    'totp-confirm': turnTotpOn,
    'totp-off': turnTotpOff,
    'end-session': endSession,
  },
  (c, { errors, notice, status }) =>
    dashboardPage(c, requireAdmin(c, 'read'), { errors, notice }, status),
)

function logout(c: Ctx) {
  leaveAdmin(c)
  return '/admin'
}

async function password(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  const given = checkForm(changePassword, form)
  const token = await changeAdminPassword(c.var.deps, admin, given)
  return dashboardPage(c, replaceAdminSession(c, admin, token), {
    notice: 'Password changed. You have been signed out everywhere else.',
  })
}

async function signature(c: Ctx, form: URLSearchParams) {
  const { deps, address } = c.var
  const admin = requireAdmin(c, 'decide')
  const name = readText(form.get('typedName') ?? '', lengths.line)
  const fault = name === null ? messages.tooLong(lengths.line) : 'Type your name first'
  if (!name) throw new Refusal('invalid', fault, { errors: { signature: fault } })
  keepProfileSignature(deps, admin, await drawName(deps, name, address))
  return dashboardPage(c, admin, { notice: 'Signature saved.' })
}

function removeSignature(c: Ctx) {
  const admin = requireAdmin(c, 'decide')
  keepProfileSignature(c.var.deps, admin, null)
  return dashboardPage(c, admin, { notice: 'Signature removed.' })
}

async function beginTotp(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  await confirm(c, admin, form)
  return dashboardPage(c, admin, { enrolment: enrolTotp(c.var.deps, admin) })
}

async function turnTotpOn(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  const enrolment = pendingTotp(c.var.deps, admin)
  try {
    const { code } = checkForm(secondFactor, form)
    const { recoveryCodes, token } = await confirmTotp(c.var.deps, admin, code)
    const notice = 'Two-step sign-in is on.'
    return dashboardPage(c, replaceAdminSession(c, admin, token), { recoveryCodes, notice })
  } catch (error) {
    // a mistyped code: the key stays on the page, and the next code is asked for
    const { errors, notice, status } = failureOf(c, error)
    return dashboardPage(c, admin, { enrolment, errors, notice }, status)
  }
}

async function turnTotpOff(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  await confirm(c, admin, form)
  const { code } = checkForm(secondFactor, form)
  const token = await disableTotp(c.var.deps, admin, code)
  return dashboardPage(c, replaceAdminSession(c, admin, token), {
    notice: 'Two-step sign-in is off.',
  })
}

function endSession(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'read')
  endOwnSession(c.var.deps, admin, checkForm(openSession, form).session)
  return dashboardPage(c, admin, { notice: 'The session has been ended.' })
}

async function confirm(c: Ctx, admin: Admin, form: URLSearchParams) {
  await confirmAdmin(c.var.deps, admin, checkForm(confirmPassword, form).password)
}

type PageProps = {
  company: Company
  role: Role
  dashboard: DashboardProps
  account: AccountProps | null
  notices: Notices
  history: HistoryRecord | null
}

export default function Dashboard(props: PageProps) {
  const { company, role, dashboard, account, notices, history } = props
  return (
    <AdminPage
      company={company}
      nav={
        <>
          {notices.mayOpenSettings && (
            <>
              <ButtonLink variant="ghost" href="/admin/email-settings">
                Email Settings
              </ButtonLink>
              <ButtonLink variant="ghost" href="/admin/company">
                Company
              </ButtonLink>
            </>
          )}
          {mayDo(role, 'team') && (
            <ButtonLink variant="ghost" href="/admin/team">
              Team
            </ButtonLink>
          )}
          <ButtonLink
            id="my-account"
            variant="ghost"
            href="/admin/dashboard?dialog=account#account"
          >
            My account
          </ButtonLink>
        </>
      }
    >
      <div className="page-head">
        <h1>Admin Dashboard</h1>
        <p className="lead">Monitor client onboarding progress and analytics</p>
        <HistoryLine history={history} />
      </div>
      <DashboardNotices notices={notices} timezone={dashboard.timezone} />
      {account && <Island of={AdminAccount} props={account} />}
      <Island of={AdminDashboard} props={dashboard} />
      <Script name="admin-frame" />
    </AdminPage>
  )
}

/** The page for an admin, whose session may just have been replaced; with `answer` the 'My account' dialog is open and shows it. */
function dashboardPage(c: Ctx, admin: Admin, answer: Partial<AccountAnswer> | null, status = 200) {
  const { deps } = c.var
  const timezone = deps.env.APP_TIMEZONE
  const { workingDays, promisedTo } = companyOf(deps)
  const query = readQuery(new URL(c.req.url).searchParams)
  const dashboard: DashboardProps = {
    query,
    listing: listApplications(deps, {
      search: query.search,
      filter: (query.status || null) as ListFilter | null,
      owner: ownerAsked(query.owner, admin),
      limit: listLimits.page,
      cursor: query.cursor || null,
    }),
    analytics: analytics(deps),
    updates: recentUpdates(deps),
    today: dateIn(timezone, deps.now()),
    timezone,
    answerTimes: { workingDays, promisedTo },
  }
  const account = answer && {
    profile: adminProfile(deps, admin),
    answer: { errors: {}, notice: null, enrolment: null, recoveryCodes: [], ...answer },
    timezone,
  }
  const notices = dashboardNotices(deps, admin)
  const history = historyStatus(deps)
  return page(Dashboard, { role: admin.role, dashboard, account, notices, history }, { status })
}
