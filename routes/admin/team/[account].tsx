import type { SubmissionResult } from '@conform-to/react'
import { sendPasswordLink, turnOffSecondFactorOf } from '#src/domain/accounts/admin-links.ts'
import {
  changeRoleOf,
  closeAccount,
  disconnectAccount,
  endSessionOf,
  endSessionsOf,
  isLastAdministrator,
  keepPasswordOf,
  reopenAccount,
  sessionsOf,
  teamMember,
} from '#src/domain/accounts/team.ts'
import type { Admin } from '#src/domain/actor.ts'
import { openSession, ownPassword, passwordLink, teamRole } from '#src/forms/admin/admin-forms.ts'
import { mayDo, roleLabels, roles } from '#src/forms/admin/roles.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, titled, usePageForm } from '#src/http/page.ts'
import { type Action, actions } from '#src/http/requests/actions.ts'
import { checkForm } from '#src/http/requests/form-request.ts'
import { provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import { adminOf, pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { OwnPassword, RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, Button } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'
import { type Company, Icon } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { ProviderCard } from '#src/ui/team/ProviderCard.tsx'
import { SessionList } from '#src/ui/team/SessionList.tsx'
import { accountRows } from '#src/ui/team/TeamTable.tsx'
import { refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Account'

export const guard = pageNeeds('team')

export const GET = (c: Ctx) => accountPage(c, {}, flash.get(c.req.query('done') ?? ''))

export const POST = actions(
  {
    'end-session': change((c, admin, form) => {
      const { session } = checkForm(openSession, form)
      endSessionOf(c.var.deps, admin, idOf(c), session)
    }),
    role: change((c, admin, form) =>
      changeRoleOf(c.var.deps, admin, { account: idOf(c), ...checkForm(teamRole, form) }),
    ),
    close: change((c, admin) => closeAccount(c.var.deps, admin, idOf(c))),
    reopen: change((c, admin) => reopenAccount(c.var.deps, admin, idOf(c))),
    sessions: change((c, admin) => endSessionsOf(c.var.deps, admin, idOf(c))),
    'password-link': change(async (c, admin, form) => {
      await limit(c, 'invitation', admin.username)
      const { email } = checkForm(passwordLink, form)
      sendPasswordLink(c.var.deps, admin, { account: idOf(c), email })
    }),
    'second-factor-off': change((c, admin) => turnOffSecondFactorOf(c.var.deps, admin, idOf(c))),
    disconnect: change((c, admin) => disconnectAccount(c.var.deps, admin, idOf(c))),
    'give-emergency': change((c, admin) => keepPasswordOf(c.var.deps, admin, idOf(c), true)),
    'take-emergency': change((c, admin) => keepPasswordOf(c.var.deps, admin, idOf(c), false)),
  },
  (c, { action, reply, message, status }) =>
    accountPage(c, { refusedAction: action, lastResult: reply() }, refused(message), status),
)

function change(act: (c: Ctx, admin: Admin, form: URLSearchParams) => unknown): Action {
  return async (c, form) => {
    const admin = await provedAdmin(c, form, 'team')
    await act(c, admin, form)
    // it may have been the own account
    const now = adminOf(c)
    if (!now) return '/admin'
    if (!mayDo(now.role, 'team')) return '/admin/dashboard'
    return `/admin/team/${idOf(c)}?done=${form.get('action')}`
  }
}

/** The number in the address; any other text names no account. */
function idOf(c: Ctx): number {
  const given = c.req.param('account') ?? ''
  return /^\d{1,15}$/.test(given) ? Number(given) : 0
}

const flash = new Map<string, Toast>([
  ['role', success('The role has been saved')],
  ['close', success('The account is closed')],
  ['reopen', success('The account is open again')],
  ['end-session', success('The session has been ended')],
  ['sessions', success('The account has been signed out everywhere')],
  ['password-link', success('Link queued', 'It is sent by email and works for 24 hours.')],
  ['disconnect', success('The account is disconnected')],
  ['give-emergency', success('This is an emergency account now')],
  ['take-emergency', success('This is no emergency account any more')],
  ['second-factor-off', success('Two-step sign-in is off for this account')],
])

type PageProps = {
  company: Company
  member: ReturnType<typeof teamMember>
  sessions: ReturnType<typeof sessionsOf>
  isOwn: boolean
  isLast: boolean
  refusedAction: string
  lastResult: SubmissionResult | undefined
  timezone: string
  flash: Toast | null
}

export default function AccountPage({ company, member, sessions, flash, ...rest }: PageProps) {
  const { id, username } = member
  const { timezone, lastResult, refusedAction, isOwn, isLast } = rest
  const stateOf = (action: string) => ({
    lastResult: action === refusedAction ? lastResult : undefined,
  })
  const link = usePageForm('password-link', passwordLink, stateOf('password-link'))
  const twoStep = usePageForm('second-factor-off', ownPassword, stateOf('second-factor-off'))
  const role = usePageForm('role', teamRole.extend(ownPassword.shape), {
    lastResult: roleActions.includes(refusedAction) ? lastResult : undefined,
    defaultValue: { role: member.role },
  })
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
          <RecordCard id="facts" title="Account" rows={accountRows(member, timezone)}>
            <RoleForm {...{ member, isLast, role }} />
          </RecordCard>
          <RecordCard id="sessions" title="Sessions">
            <SessionList {...{ sessions, lastResult, timezone }} />
            {sessions.length > 0 && (
              <RowForm of={['account', id]} lastResult={lastResult}>
                <Button small type="submit" name="action" value="sessions">
                  Sign Out Everywhere
                </Button>
              </RowForm>
            )}
          </RecordCard>
          {member.provider && !member.closed && (
            <ProviderCard member={member} lastResult={lastResult} />
          )}
          {!isOwn && !member.closed && <SignInHelp {...{ member, link, twoStep }} />}
        </div>
      </div>
      <Script name="in-place" />
    </SettingsPage>
  )
}

const roleActions = ['role', 'close', 'reopen']

type RoleFormProps = Pick<PageProps, 'member' | 'isLast'> & {
  role: FormOf<'role' | 'currentPassword'>
}

function RoleForm({ member: { username, closed }, isLast, role: [form, fields] }: RoleFormProps) {
  if (isLast)
    return (
      <p className="quiet">
        The last administrator: to change this account, make somebody else an administrator first.
      </p>
    )
  return (
    <form id={form.id} method="post" className="stack no-print" noValidate data-in-place="">
      <SelectField
        {...selectOf(fields.role)}
        // one of them is always chosen
        required={false}
        label="New role"
        width="line"
        choices={roles.map((role) => [role, roleLabels[role]])}
      />
      <OwnPassword field={fields.currentPassword} />
      <div className="actions">
        <ActionButton name="role" about={username}>
          Change Role
        </ActionButton>
        {closed ? (
          <ActionButton name="reopen" about={username}>
            Open Account Again
          </ActionButton>
        ) : (
          <ActionButton name="close" about={username} variant="danger">
            Close Account
          </ActionButton>
        )}
      </div>
    </form>
  )
}

type SignInHelpProps = {
  member: PageProps['member']
  link: FormOf<'email' | 'currentPassword'>
  twoStep: FormOf<'currentPassword'>
}

const SignInHelp = ({
  member: { email, secondFactor, username },
  link: [form, fields],
  twoStep: [twoStepForm, twoStepFields],
}: SignInHelpProps) => (
  <RecordCard id="sign-in-help" title="Sign-in help">
    <form id={form.id} method="post" className="stack no-print" noValidate data-in-place="">
      <p>{`If ${username} has forgotten the password: a link to set a new one goes to ${email ?? 'the address below'}. The present password works until then.`}</p>
      {email === null && (
        <TextField
          {...inputOf(fields.email, 'email')}
          label="Email"
          hint="This account has no address yet. It keeps this one."
          autoComplete="off"
        />
      )}
      <OwnPassword field={fields.currentPassword} />
      <div className="actions">
        <ActionButton name="password-link" about={username}>
          Send Password Link
        </ActionButton>
      </div>
    </form>
    {secondFactor && (
      <form id={twoStepForm.id} method="post" className="stack no-print" data-in-place="">
        <p>
          If the phone is lost and no recovery code is left: turn two-step sign-in off. It ends all
          sessions of this account. First make sure that it is {username} who asks.
        </p>
        <OwnPassword field={twoStepFields.currentPassword} />
        <div className="actions">
          <ActionButton name="second-factor-off" about={username} variant="danger">
            Turn Off Two-step Sign-in
          </ActionButton>
        </div>
      </form>
    )}
  </RecordCard>
)

function accountPage(c: Ctx, given: Partial<PageProps>, toast?: Toast, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'team')
  const member = teamMember(deps, idOf(c))
  const props = {
    member,
    sessions: sessionsOf(deps, admin, member.id),
    isOwn: member.id === admin.id,
    isLast: isLastAdministrator(deps, member.id),
    refusedAction: '',
    lastResult: undefined,
    timezone: deps.env.APP_TIMEZONE,
    flash: toast ?? null,
    ...given,
  }
  return page(AccountPage, props, titled(`${member.username}, ${title}`, status))
}
