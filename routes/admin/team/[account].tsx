import { confirmAdmin } from '#src/domain/accounts/admin-account.ts'
import { hasFreshPassword, refuseStalePassword } from '#src/domain/accounts/admin-sessions.ts'
import { endSessionOf, sessionsOf } from '#src/domain/accounts/session-list.ts'
import { activityOf } from '#src/domain/team/activity.ts'
import { endSessionsOf, teamMember } from '#src/domain/team/team.ts'
import { activityLine } from '#src/forms/admin/activity-line.ts'
import { confirmPassword, openSession } from '#src/forms/admin/admin-forms.ts'
import { roleLabels, roles } from '#src/forms/admin/roles.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page, titled } from '#src/http/page.ts'
import { actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { numberAsked } from '#src/http/requests/list-request.ts'
import { adminOf, pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { ConfirmPassword } from '#src/ui/admin/ConfirmPassword.tsx'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { type ActivityEntry, ActivityLog } from '#src/ui/team/ActivityLog.tsx'
import { accountRows, type TeamMemberRecord } from '#src/ui/team/account-rows.ts'
import { SessionList, type SessionRecord } from '#src/ui/team/SessionList.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast-kinds.ts'

export const title = 'Account'

export const guard = pageNeeds('team')

export const GET = (c: Ctx) => accountPage(c, {}, flash.get(c.req.query('done') ?? ''))

/** Sign-outs; each needs a password that was given in the last ten minutes. */
export const POST = actions(
  { confirm, 'end-session': endOne, sessions: endAll },
  (c, { errors, message, status }) => accountPage(c, { errors }, refused(message), status),
)

async function confirm(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'team')
  await confirmAdmin(c.var.deps, admin, checkForm(confirmPassword, form).password)
  return done(c, 'confirm')
}

function endOne(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'team')
  refuseStalePassword(c.var.deps, admin)
  endSessionOf(c.var.deps, admin, idOf(c), checkForm(openSession, form).session)
  return done(c, 'end-session')
}

function endAll(c: Ctx) {
  const admin = requireAdmin(c, 'team')
  refuseStalePassword(c.var.deps, admin)
  endSessionsOf(c.var.deps, admin, idOf(c))
  return done(c, 'sessions')
}

/** The own session may have been among those that ended. */
const done = (c: Ctx, action: string) =>
  adminOf(c) ? `/admin/team/${idOf(c)}?done=${action}` : '/admin'

/** The number in the address; any other text names no account. */
function idOf(c: Ctx): number {
  const given = c.req.param('account') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : 0
}

/** What the page says after an action. */
const flash = new Map<string, Toast>([
  ['confirm', success('Password confirmed')],
  ['end-session', success('The session has been ended')],
  ['sessions', success('The account has been signed out everywhere')],
])

type PageProps = {
  activity: { entries: ActivityEntry[]; isNewest: boolean; earlier: number | null }
  company: Company
  member: TeamMemberRecord
  sessions: SessionRecord[]
  asksPassword: boolean
  errors: Record<string, string>
  timezone: string
  flash: Toast | null
}

/** One account of the back office: its facts, where it is signed in, and what it did. */
export default function AccountPage({ company, member, sessions, flash, ...rest }: PageProps) {
  const { id, username } = member
  const { activity, timezone } = rest
  return (
    <SettingsPage current="/admin/team" company={company} flash={flash}>
      <div className="page-head">
        <p>
          <a className="back" href="/admin/team">
            <Icon name="back" /> Back to Team
          </a>
        </p>
        <h1>{username}</h1>
      </div>
      <div className="sections">
        {rest.asksPassword && sessions.length > 0 && (
          <ConfirmPassword error={rest.errors.password} />
        )}
        <div className="cards">
          <RecordCard
            id="facts"
            title="Account"
            rows={accountRows(member, roleChoices, timezone)}
          />
          <RecordCard id="sessions" title="Sessions">
            <SessionList sessions={sessions} action={`/admin/team/${id}`} timezone={timezone} />
            {sessions.length > 0 && (
              <form method="post" className="actions no-print">
                <Button small type="submit" name="action" value="sessions">
                  Sign out everywhere
                </Button>
              </form>
            )}
          </RecordCard>
        </div>
        <ActivityLog path={`/admin/team/${id}`} {...activity} timezone={timezone} />
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

const roleChoices = roles.map((value) => ({ value, label: roleLabels[value] }))

function accountPage(c: Ctx, given: Partial<PageProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'team')
  const member = teamMember(deps, idOf(c))
  const before = numberAsked(c, 'before')
  const { entries, earlier } = activityOf(deps, member.username, before)
  const props = {
    member,
    activity: {
      entries: entries.map((entry) => ({ ...entry, changes: entry.changes.map(activityLine) })),
      isNewest: before === null,
      earlier,
    },
    sessions: sessionsOf(deps, admin, member.id),
    asksPassword: !hasFreshPassword(deps, admin),
    errors: {},
    timezone: deps.env.APP_TIMEZONE,
    flash: toast ?? null,
    ...given,
  }
  return page(AccountPage, props, titled(`${member.username}, ${title}`, status))
}
