import AdminAccount, { type Props as AccountProps } from '#islands/AdminAccount.tsx'
import AdminDashboard, { type Props as DashboardProps } from '#islands/AdminDashboard.tsx'
import { type WrongCodes, wrongCodesOf } from '#src/domain/accounts/wrong-codes.ts'
import type { Admin } from '#src/domain/actor.ts'
import { dateIn } from '#src/domain/calendar.ts'
import { analytics } from '#src/domain/dashboard/analytics.ts'
import { type ListFilter, listApplications, listLimits } from '#src/domain/dashboard/list.ts'
import { recentUpdates } from '#src/domain/dashboard/recent-updates.ts'
import { type MailStatus, mailStatus } from '#src/domain/mailing/mail-status.ts'
import { lateBackup } from '#src/domain/maintenance/backup-age.ts'
import { deletionsPausedUntil } from '#src/domain/maintenance/clock.ts'
import { Island, Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { HttpError, httpMessages } from '#src/http/errors.ts'
import { page } from '#src/http/page.ts'
import {
  isAccountDeed,
  noAnswer,
  postAccount,
  profileOf,
} from '#src/http/requests/admin-account-post.ts'
import { bodyLimits, readForm } from '#src/http/requests/body.ts'
import { leaveAdmin, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { AdminPage } from '#src/ui/admin/AdminPage.tsx'
import { BackupNotice } from '#src/ui/admin/BackupNotice.tsx'
import { ClockNotice } from '#src/ui/admin/ClockNotice.tsx'
import { readQuery } from '#src/ui/admin/dashboard-query.ts'
import { MailNotice } from '#src/ui/admin/MailNotice.tsx'
import { WrongCodesNotice } from '#src/ui/admin/WrongCodesNotice.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'

export const title = 'Admin Dashboard'

/** The dashboard with the list that its address asks for. */
export function GET(c: Ctx) {
  const admin = requireAdmin(c)
  const open = c.req.query('dialog') === 'account'
  return drawn(c, admin, open ? { profile: profileOf(c, admin), answer: noAnswer } : null)
}

/** Logout, and the forms of the 'My account' dialog, without scripts. */
export async function POST(c: Ctx) {
  const form = Object.fromEntries(await readForm(c, bodyLimits.small))
  if (form.deed === 'logout') {
    leaveAdmin(c)
    return c.redirect('/admin', 303)
  }
  if (!isAccountDeed(form.deed ?? '')) throw new HttpError(400, httpMessages.notFound)
  const admin = requireAdmin(c)
  const answer = await postAccount(c, admin, form)
  const faulty = Object.keys(answer.errors).length > 0
  return drawn(c, admin, { profile: profileOf(c, admin), answer }, faulty ? 400 : 200)
}

type PageProps = {
  company: Company
  dashboard: DashboardProps
  account: AccountProps | null
  backup: { last: string | null } | null
  deletingPutOff: string | null
  mail: MailStatus | null
  wrongCodes: WrongCodes | null
}

export default function Dashboard({ company, dashboard, account, ...notices }: PageProps) {
  const { backup, deletingPutOff, mail, wrongCodes } = notices
  return (
    <AdminPage
      company={company}
      nav={
        <>
          <ButtonLink variant="ghost" href="/admin/email-settings">
            Email Settings
          </ButtonLink>
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
      </div>
      {backup && <BackupNotice last={backup.last} timezone={dashboard.timezone} />}
      {deletingPutOff && <ClockNotice until={deletingPutOff} timezone={dashboard.timezone} />}
      {wrongCodes && <WrongCodesNotice wrongCodes={wrongCodes} timezone={dashboard.timezone} />}
      {mail && <MailNotice status={mail} timezone={dashboard.timezone} />}
      {account && <Island of={AdminAccount} props={account} />}
      <Island of={AdminDashboard} props={dashboard} />
      <Script name="admin-frame" />
    </AdminPage>
  )
}

function drawn(c: Ctx, admin: Admin, account: AccountProps | null, status = 200) {
  const { deps } = c.var
  const timezone = deps.env.APP_TIMEZONE
  const query = readQuery(new URL(c.req.url).searchParams)
  const listing = listApplications(deps, {
    search: query.search,
    filter: (query.status || null) as ListFilter | null,
    limit: listLimits.page,
    cursor: query.cursor || null,
  })
  const dashboard: DashboardProps = {
    query,
    listing,
    analytics: analytics(deps),
    updates: recentUpdates(deps),
    today: dateIn(timezone, deps.now()),
    timezone,
  }
  const notices = {
    backup: lateBackup(deps),
    deletingPutOff: deletionsPausedUntil(deps),
    mail: mailStatus(deps),
    wrongCodes: wrongCodesOf(deps, admin),
  }
  return page(Dashboard, { dashboard, account, ...notices }, status === 200 ? {} : { status })
}
