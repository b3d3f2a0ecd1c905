import type { SubmissionResult } from '@conform-to/react'
import {
  activityOf,
  endSessionOf,
  endSessionsOf,
  sessionsOf,
  teamMember,
} from '#src/domain/accounts/team.ts'
import type { Admin } from '#src/domain/actor.ts'
import { openSession, ownPassword } from '#src/forms/admin/admin-forms.ts'
import { activityLine } from '#src/forms/admin/record-cards.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page, titled } from '#src/http/page.ts'
import { type Action, actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { askPassword } from '#src/http/requests/mail-settings-save.ts'
import { numberAsked } from '#src/http/requests/record-request.ts'
import { adminOf, pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { ChangeList, RecordCard } from '#src/ui/record/RecordCard.tsx'
import { SessionList } from '#src/ui/team/SessionList.tsx'
import { accountRows } from '#src/ui/team/TeamMember.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast.ts'

export const title = 'Account'

export const guard = pageNeeds('team')

export const GET = (c: Ctx) => accountPage(c, {}, flash.get(c.req.query('done') ?? ''))

export const POST = actions(
  {
    'end-session': signOut((c, admin, form) => {
      const { session } = checkForm(openSession, form)
      endSessionOf(c.var.deps, admin, idOf(c), session)
    }),
    sessions: signOut((c, admin) => endSessionsOf(c.var.deps, admin, idOf(c))),
  },
  (c, { reply, message, status }) =>
    accountPage(c, { lastResult: reply() }, refused(message), status),
)

function signOut(act: (c: Ctx, admin: Admin, form: URLSearchParams) => void): Action {
  return async (c, form) => {
    const admin = requireAdmin(c, 'team')
    await askPassword(c, admin, checkForm(ownPassword, form).currentPassword)
    act(c, admin, form)
    // the own session may have been among those that ended
    return adminOf(c) ? `/admin/team/${idOf(c)}?done=${form.get('action')}` : '/admin'
  }
}

/** The number in the address; any other text names no account. */
function idOf(c: Ctx): number {
  const given = c.req.param('account') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : 0
}

const flash = new Map<string, Toast>([
  ['end-session', success('The session has been ended')],
  ['sessions', success('The account has been signed out everywhere')],
])

type PageProps = {
  activity: ReturnType<typeof activityOf>
  isNewest: boolean
  company: Company
  member: ReturnType<typeof teamMember>
  sessions: ReturnType<typeof sessionsOf>
  lastResult: SubmissionResult | undefined
  timezone: string
  flash: Toast | null
}

export default function AccountPage({ company, member, sessions, flash, ...rest }: PageProps) {
  const { id, username } = member
  const { activity, isNewest, timezone, lastResult } = rest
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
        <div className="cards">
          <RecordCard id="facts" title="Account" rows={accountRows(member, timezone)} />
          <RecordCard id="sessions" title="Sessions">
            <SessionList {...{ sessions, lastResult, timezone }} />
            {sessions.length > 0 && (
              <RowForm of={['account', id]} lastResult={lastResult}>
                <Button small type="submit" name="action" value="sessions">
                  Sign out everywhere
                </Button>
              </RowForm>
            )}
          </RecordCard>
        </div>
        <ActivityLog path={`/admin/team/${id}`} {...activity} {...{ isNewest, timezone }} />
      </div>
      <Script name="admin-frame" />
      <Script name="in-place" />
    </SettingsPage>
  )
}

function accountPage(c: Ctx, given: Partial<PageProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'team')
  const member = teamMember(deps, idOf(c))
  const before = numberAsked(c, 'before')
  const props = {
    member,
    activity: activityOf(deps, member.username, before),
    isNewest: before === null,
    sessions: sessionsOf(deps, admin, member.id),
    lastResult: undefined,
    timezone: deps.env.APP_TIMEZONE,
    flash: toast ?? null,
    ...given,
  }
  return page(AccountPage, props, titled(`${member.username}, ${title}`, status))
}

function ActivityLog({
  path,
  entries,
  isNewest,
  earlier,
  timezone,
}: {
  path: string
  isNewest: boolean
  timezone: string
} & ReturnType<typeof activityOf>) {
  return (
    <RecordCard id="activity" title="Activity" wide>
      {!isNewest && (
        <p className="actions no-print">
          <a href={`${path}#activity`}>Newest activity</a>
        </p>
      )}
      {entries.length === 0 ? (
        <p className="quiet">Nothing has been done by this account</p>
      ) : (
        <ol className="timeline">
          {entries.map(({ id, at, action, application, address, changes }) => (
            <li key={id}>
              <p>
                <time dateTime={at}>{longTime(at, timezone)}</time> <strong>{action}</strong>
                {application && (
                  <>
                    {', '}
                    <a
                      href={`/admin/applications/${application}`}
                    >{`application ${application}`}</a>
                  </>
                )}
                {address && <span className="quiet">{`, from ${address}`}</span>}
              </p>
              <ChangeList changes={changes.map(activityLine)} />
            </li>
          ))}
        </ol>
      )}
      {earlier !== null && (
        <p className="actions no-print">
          <a href={`${path}?before=${earlier}#activity`}>Earlier activity</a>
        </p>
      )}
    </RecordCard>
  )
}
