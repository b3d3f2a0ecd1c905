import type { SubmissionResult } from '@conform-to/react'
import type { ComponentType } from 'react'
import type { Admin } from '#src/domain/actor.ts'
import { sendPasswordLink, turnOffSecondFactorOf } from '#src/domain/staff/admin-links.ts'
import { endSessionOf, sessionsOf } from '#src/domain/staff/listed-sessions.ts'
import {
  changeRoleOf,
  closeStaffAccount,
  disconnectAccount,
  endSessionsOf,
  isLastAdministrator,
  keepPasswordOf,
  reopenStaffAccount,
  teamMember,
} from '#src/domain/staff/team.ts'
import { openSession, ownPassword, passwordLink, teamRole } from '#src/forms/admin/admin-forms.ts'
import { mayDo, roleLabels, roles } from '#src/forms/admin/roles.ts'
import type { Page } from '#src/framework/router.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, type ShownAgain, titled, usePageForm } from '#src/http/page.ts'
import { type Action, actions } from '#src/http/requests/actions.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import { adminOf, pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { OwnPassword, RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import type { Company } from '#src/ui/layout/Layout.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { ProviderCard } from '#src/ui/team/ProviderCard.tsx'
import { SessionList } from '#src/ui/team/SessionList.tsx'
import { accountRows } from '#src/ui/team/TeamTable.tsx'
import { refused, success, type Toast } from '#src/ui/toasts/toast.ts'

export const title = 'Account'

export const guard = pageNeeds('team')

export function GET(c: Ctx) {
  const form = formPages.get(c.req.query('edit') ?? '')
  return form ? form(c, {}) : accountPage(c, {}, flash.get(c.req.query('done') ?? ''))
}

export const POST = actions(
  {
    'end-session': change((c, admin, form) => {
      const { session } = checkForm(openSession, form)
      endSessionOf(c.var.deps, admin, idOf(c), session)
    }),
    role: change((c, admin, form) =>
      changeRoleOf(c.var.deps, admin, { account: idOf(c), ...checkForm(teamRole, form) }),
    ),
    close: change((c, admin) => closeStaffAccount(c.var.deps, admin, idOf(c))),
    reopen: change((c, admin) => reopenStaffAccount(c.var.deps, admin, idOf(c))),
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
  (c, { action, form, reply, message, notice, status }) => {
    const typed = pageOf(form)
    return typed
      ? typed(c, { lastResult: reply(), flash: notice ? refused(message) : null, status })
      : accountPage(c, { refusedAction: action, lastResult: reply() }, refused(message), status)
  },
)

export const typedAgain = (c: Ctx, form: URLSearchParams) =>
  pageOf(form)?.(c, { lastResult: replyTo(form, {}) }) ?? null

function change(act: (c: Ctx, admin: Admin, form: URLSearchParams) => unknown): Action {
  return async (c, form) => {
    const admin = await provedAdmin(c, form, 'team')
    await act(c, admin, form)
    // The administrator may have changed their own account.
    const now = adminOf(c)
    if (!now) return '/admin'
    if (!mayDo(now.role, 'team')) return '/admin/dashboard'
    return `/admin/team/${idOf(c)}?done=${form.get('action')}`
  }
}

/** Returns the account's number in the address, or 0 for any other text. */
function idOf(c: Ctx): number {
  const text = c.req.param('account') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : 0
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
  ['take-emergency', success('This is no longer an emergency account')],
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
  const resultOf = (...actions: string[]) =>
    actions.includes(refusedAction) ? lastResult : undefined
  return (
    <SettingsPage current="/admin/team" company={company} flash={flash}>
      <FormHead title={username} back={['/admin/team', 'Team']} />
      <div className="sections">
        <div className="cards">
          <RecordCard id="facts" title="Account" rows={accountRows(member, timezone)}>
            {isLast ? (
              <p className="quiet">
                This is the last administrator. To change this account, make somebody else an
                administrator first.
              </p>
            ) : (
              <RoleActions member={member} lastResult={resultOf('close', 'reopen')} />
            )}
          </RecordCard>
          <RecordCard id="sessions" title="Sessions">
            <SessionList {...{ sessions, lastResult, timezone }} />
            {sessions.length > 0 && (
              <RowForm id="sessions-form" of={['account', id]} lastResult={resultOf('sessions')}>
                <Button small type="submit" name="action" value="sessions">
                  Sign Out Everywhere
                </Button>
              </RowForm>
            )}
          </RecordCard>
          {member.provider && !member.closed && (
            <ProviderCard
              member={member}
              lastResult={resultOf('disconnect', 'give-emergency', 'take-emergency')}
            />
          )}
          {!isOwn && !member.closed && (
            <SignInHelp
              member={member}
              link={resultOf('password-link')}
              twoStep={resultOf('second-factor-off')}
            />
          )}
        </div>
      </div>
    </SettingsPage>
  )
}

type RoleActionsProps = { member: PageProps['member']; lastResult: SubmissionResult | undefined }

const RoleActions = ({ member: { id, username, closed }, lastResult }: RoleActionsProps) => (
  <RowForm id="account-form" of={['account', id]} lastResult={lastResult}>
    <ButtonLink small href={editOf(id, 'role')}>
      Change Role
    </ButtonLink>
    {closed ? (
      <ActionButton name="reopen" about={username}>
        Open Account Again
      </ActionButton>
    ) : (
      <ActionButton name="close" about={username} variant="danger">
        Close Account
      </ActionButton>
    )}
  </RowForm>
)

type SignInHelpProps = {
  member: PageProps['member']
  link: SubmissionResult | undefined
  twoStep: SubmissionResult | undefined
}

const SignInHelp = ({ member, link, twoStep }: SignInHelpProps) => {
  const { id, email, secondFactor, username } = member
  return (
    <RecordCard id="sign-in-help" title="Sign-in help">
      <p>{linkWords(username, email)}</p>
      <RowForm id="link-form" of={['account', id]} lastResult={link}>
        {email === null ? (
          <ButtonLink small href={editOf(id, 'password-link')}>
            Send Password Link
          </ButtonLink>
        ) : (
          <ActionButton name="password-link" about={username}>
            Send Password Link
          </ActionButton>
        )}
      </RowForm>
      {secondFactor && (
        <>
          <p>
            If the phone is lost and no recovery code is left, turn off two-step sign-in. This ends
            all sessions of the account. First make sure that the request comes from
            {username}.
          </p>
          <RowForm id="two-step-form" of={['account', id]} lastResult={twoStep}>
            <ActionButton name="second-factor-off" about={username} variant="danger">
              Turn Off Two-step Sign-in
            </ActionButton>
          </RowForm>
        </>
      )}
    </RecordCard>
  )
}

const linkWords = (username: string, email: string | null) =>
  `If ${username} has forgotten the password, send a link to set a new one to ${email ?? 'an address that you enter'}. The current password works until then.`

const editOf = (id: number, form: string) => `/admin/team/${id}?edit=${form}`

type FormPageProps = {
  company: Company
  /** `null` for a form that was sent without a session. */
  member: PageProps['member'] | null
  /** The address of the account's page. */
  path: string
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

function RolePage({ company, member, path, lastResult, flash }: FormPageProps) {
  const [form, fields] = usePageForm('role', teamRole.extend(ownPassword.shape), {
    lastResult,
    defaultValue: member ? { role: member.role } : {},
  })
  return (
    <SettingsPage
      current="/admin/team"
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf(form)}
    >
      <FormHead title="Change role" back={[path, member?.username ?? 'the account']} />
      <PostForm id={form.id} action={path} className="card fields" noValidate>
        <SelectField
          {...selectOf(fields.role)}
          // One option is always chosen.
          required={false}
          label="New role"
          width="line"
          choices={roles.map((role) => [role, roleLabels[role]])}
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="role">Change Role</SubmitLine>
      </PostForm>
    </SettingsPage>
  )
}

function PasswordLinkPage({ company, member, path, lastResult, flash }: FormPageProps) {
  const [form, fields] = usePageForm('password-link', passwordLink, { lastResult })
  return (
    <SettingsPage
      current="/admin/team"
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf(form)}
    >
      <FormHead title="Send a password link" back={[path, member?.username ?? 'the account']} />
      <PostForm id={form.id} action={path} className="card fields" noValidate>
        <TextField
          {...inputOf(fields.email, 'email')}
          label="Email"
          hint="This account has no address yet. This one will be saved."
          autoComplete="off"
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="password-link">Send Password Link</SubmitLine>
      </PostForm>
    </SettingsPage>
  )
}

type FormPage = (c: Ctx, shown: ShownAgain) => Page

const formPage =
  (component: ComponentType<FormPageProps>, title: string): FormPage =>
  (c, { lastResult, flash = null, status = 200 }) => {
    const member = adminOf(c) && teamMember(c.var.deps, idOf(c))
    // A form that was sent without a session never reached this route, so there is no parameter.
    const path = member ? `/admin/team/${member.id}` : c.req.path
    return page(component, { member, path, lastResult, flash }, titled(title, status))
  }

/** The pages of the forms, by action. */
const formPages = new Map([
  ['role', formPage(RolePage, 'Change role')],
  ['password-link', formPage(PasswordLinkPage, 'Send a password link')],
])

/** Returns the page of the form, or `null` for a button. */
function pageOf(form: URLSearchParams): FormPage | undefined {
  const isTyped = form.has('role') || form.has('email')
  return isTyped ? formPages.get(form.get('action') ?? '') : undefined
}

function accountPage(c: Ctx, changes: Partial<PageProps>, toast?: Toast, status = 200) {
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
    ...changes,
  }
  return page(AccountPage, props, titled(`${member.username}, ${title}`, status))
}
