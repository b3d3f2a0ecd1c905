import Applications, { type Props as ListProps } from '#islands/Applications.tsx'
import DashboardNumbers, { type Props as NumbersProps } from '#islands/DashboardNumbers.tsx'
import type { Admin } from '#src/domain/actor.ts'
import { putSetupAway, type SetupStep, setupSteps } from '#src/domain/maintenance/setup.ts'
import { analytics, recentUpdates } from '#src/domain/review/dashboard.ts'
import {
  listLimits,
  readApplications,
  type WaitingWork,
  waitingWork,
} from '#src/domain/review/list.ts'
import { putAwayCodeNotices } from '#src/domain/staff/second-factor.ts'
import { readQuery } from '#src/forms/admin/dashboard-query.ts'
import { mayDo, type Role } from '#src/forms/admin/roles.ts'
import { Island } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { dashboardNotices } from '#src/http/dashboard-notices.ts'
import { page } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { listOf } from '#src/http/requests/list-request.ts'
import { leaveAdmin, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { DashboardNotices, InstallationLine } from '#src/ui/admin/DashboardNotices.tsx'
import { WaitingLine } from '#src/ui/admin/dashboard/Cards.tsx'
import { SetupChecklist } from '#src/ui/admin/dashboard/SetupChecklist.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'

export const title = 'Admin Dashboard'

export const GET = (c: Ctx) => dashboardPage(c, requireAdmin(c, 'read'))

export const POST = actions({ logout, 'put-away': putAway, 'hide-setup': hideSetup }, (c) =>
  dashboardPage(c, requireAdmin(c, 'settings')),
)

function logout(c: Ctx) {
  leaveAdmin(c)
  return '/admin'
}

function putAway(c: Ctx) {
  putAwayCodeNotices(c.var.deps, requireAdmin(c, 'read'))
  return '/admin/dashboard'
}

function hideSetup(c: Ctx) {
  putSetupAway(c.var.deps, requireAdmin(c, 'settings'))
  return '/admin/dashboard'
}

type PageProps = {
  company: Company
  role: Role
  work: WaitingWork
  numbers: NumbersProps
  list: ListProps
  notices: ReturnType<typeof dashboardNotices>
  /** `null` for staff who cannot change settings, and once everything is done. */
  setup: SetupStep[] | null
}

export default function Dashboard(props: PageProps) {
  const { company, role, work, numbers, list, notices, setup } = props
  const { timezone } = list
  return (
    <AdminPage company={company} reader={role} leavesAfter={1000}>
      <PageHead title="Admin Dashboard">Monitor client onboarding progress and analytics</PageHead>
      <WaitingLine work={work} />
      <DashboardNotices notices={notices} timezone={timezone} />
      {setup && <SetupChecklist steps={setup} />}
      <div className="sections">
        <Island of={DashboardNumbers} props={numbers} />
        <Island of={Applications} props={list} />
        <InstallationLine notices={notices} timezone={timezone} />
      </div>
    </AdminPage>
  )
}

function dashboardPage(c: Ctx, admin: Admin) {
  const { deps } = c.var
  const timezone = deps.env.APP_TIMEZONE
  const query = readQuery(new URL(c.req.url).searchParams)
  const listing = readApplications(deps, admin, {
    ...listOf(query, admin),
    limit: listLimits.page,
    cursor: query.cursor || null,
  })
  const setup = mayDo(admin.role, 'settings') ? setupSteps(deps, admin) : null
  return page(Dashboard, {
    role: admin.role,
    work: waitingWork(deps, admin),
    numbers: { numbers: analytics(deps), updates: recentUpdates(deps, admin), timezone },
    list: { query, listing, timezone },
    notices: dashboardNotices(deps, admin),
    setup,
  })
}
