import { confirmAdmin } from '#src/domain/accounts/admin-account.ts'
import { hasFreshPassword, refuseStalePassword } from '#src/domain/accounts/admin-sessions.ts'
import { isSecondFactorRequired } from '#src/domain/accounts/second-factor-required.ts'
import type { Admin } from '#src/domain/actor.ts'
import {
  changeRoleOf,
  closeAccount,
  endSessionsOf,
  listTeam,
  reopenAccount,
  requireSecondFactor,
  teamMember,
} from '#src/domain/team/team.ts'
import { confirmPassword, teamAccount, teamRole } from '#src/forms/admin/admin-forms.ts'
import { mayDo, roleLabels, roles } from '#src/forms/admin/roles.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page, titled } from '#src/http/page.ts'
import { type Action, actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { invitationActions, invitationsOf } from '#src/http/requests/team-invitations.ts'
import { adminOf, pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { ConfirmPassword } from '#src/ui/admin/ConfirmPassword.tsx'
import { SettingsPage } from '#src/ui/admin/SettingsPage.tsx'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import type { ChosenRole, RoleChoice, TeamMemberRecord } from '#src/ui/team/account-rows.ts'
import { Invitations, type InvitationsProps, inviteFaults } from '#src/ui/team/Invitations.tsx'
import { SecondFactorSwitch } from '#src/ui/team/SecondFactorSwitch.tsx'
import { TeamMember } from '#src/ui/team/TeamMember.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast-kinds.ts'

export const title = 'Team'

export const guard = pageNeeds('team')

const path = '/admin/team'

export const GET = (c: Ctx) => teamPage(c, {}, flash.get(c.req.query('done') ?? ''))

/** What can be done to an account; each needs a password that was given in the last ten minutes. */
export const POST = actions(
  {
    confirm,
    role: change('role', (c, admin, form) =>
      changeRoleOf(c.var.deps, admin, checkForm(teamRole, form)),
    ),
    close: change('close', (c, admin, form) => closeAccount(c.var.deps, admin, idOf(form))),
    reopen: change('reopen', (c, admin, form) => reopenAccount(c.var.deps, admin, idOf(form))),
    require: change('require', (c, admin) => requireSecondFactor(c.var.deps, admin, true)),
    release: change('release', (c, admin) => requireSecondFactor(c.var.deps, admin, false)),
    sessions: change('sessions', (c, admin, form) => endSessionsOf(c.var.deps, admin, idOf(form))),
    ...invitationActions,
  },
  (c, post) => {
    const isInvite = post.action === 'invite' && post.notice === null
    const toast = isInvite ? undefined : refused(post.message)
    const { errors, form } = post
    const chosen = chosenIn(form)
    // a role that is not the present one any more was refused: the page shows the present one
    if (chosen && post.status === 409) chosen.seen = ''
    const given = { errors, chosen, invited: invitationsOf(c, post) }
    return teamPage(c, given, toast, post.status)
  },
)

async function confirm(c: Ctx, form: URLSearchParams) {
  const admin = requireAdmin(c, 'team')
  await confirmAdmin(c.var.deps, admin, checkForm(confirmPassword, form).password)
  const chosen = chosenIn(form)
  // shown at once: an address must not choose a role for its reader
  return chosen ? teamPage(c, { chosen }, confirmed) : `${path}?done=confirm`
}

const confirmed = success(
  'Password confirmed',
  'Nothing has been changed yet. Press the button of your change again.',
)

/** The role that was chosen for an account before the password was asked for, and the one that the page showed then. */
function chosenIn(form: URLSearchParams): ChosenRole | null {
  const [account, role, seen] = [form.get('account'), form.get('role'), form.get('seen')]
  return account && role ? { account, role, seen: seen ?? '' } : null
}

function change(name: string, act: (c: Ctx, admin: Admin, form: URLSearchParams) => void): Action {
  return (c, form) => {
    const admin = requireAdmin(c, 'team')
    refuseStalePassword(c.var.deps, admin)
    act(c, admin, form)
    // it may have been the own account
    const now = adminOf(c)
    if (!now) return '/admin'
    return mayDo(now.role, 'team') ? `${path}?done=${name}` : '/admin/dashboard'
  }
}

const idOf = (form: URLSearchParams) => checkForm(teamAccount, form).account

/** What the page says after an action. */
const flash = new Map<string, Toast>([
  ['confirm', success('Password confirmed')],
  ['role', success('The role has been saved')],
  ['close', success('The account is closed')],
  ['require', success('A second factor is now required for everybody')],
  ['release', success('A second factor is no longer required')],
  ['reopen', success('The account is open again')],
  ['invited', success('The invitation is on its way')],
  ['waits', success('The invitation is sent as soon as email is set up')],
  ['withdrawn', success('The invitation has been withdrawn')],
  ['sessions', success('The account has been signed out everywhere')],
])

type PageProps = {
  company: Company
  team: TeamMemberRecord[]
  roles: RoleChoice[]
  invited: InvitationsProps
  isRequired: boolean
  /** The reader has a second factor. */
  hasOwn: boolean
  asksPassword: boolean
  chosen: ChosenRole | null
  errors: Record<string, string>
  timezone: string
  flash: Toast | null
}

/** The accounts of the back office. */
export default function TeamPage({ company, team, roles, timezone, flash, ...rest }: PageProps) {
  const { isRequired, hasOwn, chosen } = rest
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <ErrorSummary faults={inviteFaults(rest.invited.errors)} />
      <div className="page-head">
        <h1>Team</h1>
        <p className="lead">
          Viewers read. Reviewers also edit, write notes and decide. Administrators also change the
          settings and the team.
        </p>
      </div>
      <div className="sections">
        {rest.asksPassword && <ConfirmPassword error={rest.errors.password} kept={chosen} />}
        <SecondFactorSwitch
          {...{ isRequired, hasOwn }}
          without={team.filter(({ closed, secondFactor }) => !closed && !secondFactor).length}
          error={rest.errors.secondFactor}
        />
        <div className="cards">
          {team.map((member) => (
            <TeamMember key={member.id} {...{ member, roles, chosen, timezone }} />
          ))}
        </div>
        <Invitations {...rest.invited} {...{ roles, timezone, asksPassword: rest.asksPassword }} />
      </div>
      <Script name="admin-frame" />
    </SettingsPage>
  )
}

function teamPage(c: Ctx, given: Partial<PageProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'team')
  const props = {
    isRequired: isSecondFactorRequired(deps),
    hasOwn: teamMember(deps, admin.id).secondFactor,
    team: listTeam(deps),
    roles: roles.map((value) => ({ value, label: roleLabels[value] })),
    invited: invitationsOf(c),
    asksPassword: !hasFreshPassword(deps, admin),
    chosen: null,
    errors: {},
    timezone: deps.env.APP_TIMEZONE,
    flash: toast ?? null,
    ...given,
  }
  return page(TeamPage, props, titled(title, status))
}
