import type { SubmissionResult } from '@conform-to/react'
import type { Admin } from '#src/domain/actor.ts'
import { settingsRow } from '#src/domain/mailing/settings.ts'
import {
  invite,
  inviteAgain,
  listInvitations,
  withdrawInvitation,
} from '#src/domain/staff/invitations.ts'
import { isSecondFactorRequired } from '#src/domain/staff/required-second-factor.ts'
import { listTeam, requireSecondFactor, teamMember } from '#src/domain/staff/team.ts'
import { ownPassword, teamInvitation, teamInvitationId } from '#src/forms/admin/admin-forms.ts'
import { roleLabels, roles } from '#src/forms/admin/roles.ts'
import type { Ctx } from '#src/http/context.ts'
import { limit } from '#src/http/middleware/limit.ts'
import { page, type ShownAgain, titled, usePageForm } from '#src/http/page.ts'
import { type Action, actions } from '#src/http/requests/actions.ts'
import { checkForm, replyTo } from '#src/http/requests/form-request.ts'
import { askPassword, provedAdmin } from '#src/http/requests/mail-settings-save.ts'
import { pageNeeds, requireAdmin } from '#src/http/sessions/admin-session.ts'
import { FormHead, SettingsPage } from '#src/ui/admin/AdminPage.tsx'
import { OwnPassword, RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { type Company, PageHead } from '#src/ui/layout/Layout.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { TeamTable } from '#src/ui/team/TeamTable.tsx'
import type { Toast } from '#src/ui/toasts/toast.ts'
import { refused, success } from '#src/ui/toasts/toast.ts'

export const title = 'Team'

export const guard = pageNeeds('team')

const path = '/admin/team'

export const GET = (c: Ctx) =>
  c.req.query('edit') === 'invitation'
    ? invitePage({})
    : teamPage(c, { flash: flash.get(c.req.query('done') ?? '') ?? null })

const flash = new Map<string, Toast>([
  ['require', success('Two-step sign-in is now required for everybody')],
  ['release', success('Two-step sign-in is no longer required')],
  ['invited', success('Invitation queued', 'Its state is shown next to the name.')],
  ['waits', success('Invitation saved', 'It is sent as soon as email is set up.')],
  ['withdrawn', success('The invitation has been withdrawn')],
])

/** Each action needs a password that was entered in the last ten minutes. */
export const POST = actions(
  {
    require: change((c, admin) => requireSecondFactor(c.var.deps, admin, true)),
    release: change((c, admin) => requireSecondFactor(c.var.deps, admin, false)),
    withdraw: change((c, admin, form) => {
      withdrawInvitation(c.var.deps, admin, checkForm(teamInvitationId, form).invitation)
      return 'withdrawn'
    }),
    'invite-again': change(async (c, admin, form) => {
      await limit(c, 'invitation', admin.username)
      inviteAgain(c.var.deps, admin, checkForm(teamInvitationId, form).invitation)
      return invited(c)
    }),
    async invite(c, form) {
      const admin = requireAdmin(c, 'team')
      const { currentPassword, ...input } = checkForm(teamInvitation, form)
      await askPassword(c, admin, currentPassword)
      await limit(c, 'invitation', admin.username)
      invite(c.var.deps, admin, input)
      return `${path}?done=${invited(c)}`
    },
  },
  (c, { action, status, message, notice, reply }) =>
    action === 'invite'
      ? invitePage({ lastResult: reply(), flash: notice ? refused(message) : null, status })
      : teamPage(c, { refused: { action, lastResult: reply() }, flash: refused(message) }, status),
)

export const typedAgain = (_: Ctx, form: URLSearchParams) =>
  form.get('action') === 'invite' ? invitePage({ lastResult: replyTo(form, {}) }) : null

/** `act` may return another `done` than the action's own name. */
function change(act: (c: Ctx, admin: Admin, form: URLSearchParams) => unknown): Action {
  return async (c, form) => {
    const admin = await provedAdmin(c, form, 'team')
    return `${path}?done=${(await act(c, admin, form)) ?? form.get('action')}`
  }
}

const invited = (c: Ctx) => (settingsRow(c.var.deps) ? 'invited' : 'waits')

type PageProps = {
  company: Company
  team: ReturnType<typeof listTeam>
  invitations: ReturnType<typeof listInvitations>
  hasMail: boolean
  isRequired: boolean
  /** Only an administrator with a second factor may require it. */
  hasOwn: boolean
  refused: { action: string; lastResult?: SubmissionResult }
  timezone: string
  flash: Toast | null
}

export default function TeamPage({ company, team, timezone, flash, ...props }: PageProps) {
  const { lastResult } = props.refused
  return (
    <SettingsPage current={path} company={company} flash={flash}>
      <PageHead title="Team">
        Viewers can read. Reviewers can also edit, add notes and decide. Administrators can also
        change settings and the team.
      </PageHead>
      <div className="sections">
        <TeamTable {...{ team, timezone }} />
        <Invitations {...props} {...{ lastResult, timezone }} />
        <SecondFactorSwitch {...props} team={team} />
      </div>
    </SettingsPage>
  )
}

function SecondFactorSwitch({
  isRequired,
  hasOwn,
  refused: { action, lastResult },
  team,
}: Pick<PageProps, 'isRequired' | 'hasOwn' | 'refused' | 'team'>) {
  const isRefused = action === 'require' || action === 'release'
  const [form, fields] = usePageForm('require', ownPassword, {
    lastResult: isRefused ? lastResult : undefined,
  })
  const without = team.filter(({ closed, secondFactor }) => !closed && !secondFactor).length
  const fault = lastResult?.error?.secondFactor?.[0]
  return (
    <RecordCard id="second-factor" title="Two-step sign-in">
      <p>
        {isRequired
          ? 'Two-step sign-in is required for everybody.'
          : 'Two-step sign-in is optional: each person can turn it on.'}
      </p>
      {without > 0 && (
        <p className="quiet">
          {without === 1 ? '1 person does not use it yet.' : `${without} people do not use it yet.`}{' '}
          {`${isRequired ? 'They' : 'If you require it, they'} must set it up before they can do anything else.`}
        </p>
      )}
      {fault && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {isRequired || hasOwn ? (
        <PostForm id={form.id} className="stack no-print">
          <OwnPassword field={fields.currentPassword} />
          <div className="actions">
            <Button small type="submit" name="action" value={isRequired ? 'release' : 'require'}>
              {isRequired ? 'No Longer Require It' : 'Require It for Everybody'}
            </Button>
          </div>
        </PostForm>
      ) : (
        <p>
          To require it, <a href="/admin/account">set it up for your own account</a> first.
        </p>
      )}
    </RecordCard>
  )
}

function teamPage(c: Ctx, changes: Partial<PageProps>, status = 200) {
  const { deps } = c.var
  const admin = requireAdmin(c, 'team')
  const props = {
    isRequired: isSecondFactorRequired(deps),
    hasOwn: teamMember(deps, admin.id).secondFactor,
    team: listTeam(deps),
    invitations: listInvitations(deps),
    hasMail: settingsRow(deps) !== null,
    refused: { action: '' },
    timezone: deps.env.APP_TIMEZONE,
    flash: null,
    ...changes,
  }
  return page(TeamPage, props, titled(title, status))
}

type Invitation = ReturnType<typeof listInvitations>[number]

type InvitationsProps = Pick<PageProps, 'invitations' | 'hasMail' | 'timezone'> & {
  lastResult: SubmissionResult | undefined
}

function Invitations({ invitations, hasMail, lastResult, timezone }: InvitationsProps) {
  const isWaiting = invitations.some(({ state }) => state === 'waiting')
  return (
    <section id="invitations" className="sections" aria-labelledby="invitations-title">
      <h2 id="invitations-title">Invitations</h2>
      {!hasMail && (
        <p className="notice notice-warn">
          Email is not set up, so an invitation waits until it is.{' '}
          <a href="/admin/email-settings">Open Email Settings</a>
        </p>
      )}
      {invitations.length > 0 && (
        <div className="cards">
          {invitations.map((open) => (
            <RecordCard
              key={open.id}
              id={`invitation-${open.id}`}
              title={open.username}
              rows={[
                { label: 'Role', value: roleLabels[open.role] },
                { label: 'Email', value: open.email },
                { label: 'Invited by', value: open.invitedBy },
                { label: 'Invitation', value: stateWords(open, timezone) },
              ]}
            >
              <RowForm of={['invitation', open.id]} lastResult={lastResult}>
                <ActionButton name="invite-again" about={open.username}>
                  Send Again
                </ActionButton>
                <ActionButton name="withdraw" about={open.username} variant="danger">
                  Withdraw
                </ActionButton>
              </RowForm>
            </RecordCard>
          ))}
        </div>
      )}
      <div className="actions">
        <ButtonLink variant="primary" href={`${path}?edit=invitation`}>
          Invite Somebody
        </ButtonLink>
        {isWaiting && hasMail && <ButtonLink href={path}>Refresh</ButtonLink>}
      </div>
    </section>
  )
}

function stateWords({ state, expires, invitedBy, fault }: Invitation, timezone: string): string {
  if (state === 'open') return `Sent. The link works until ${longTime(expires, timezone)}`
  if (state === 'expired') return `The link expired on ${longTime(expires, timezone)}`
  if (state === 'failed') return `The email could not be sent${fault ? `: ${fault}` : ''}`
  if (state === 'waiting')
    return fault
      ? `The email could not be sent: ${fault}. It will be tried again`
      : 'The email has not been sent yet'
  return `Void, because ${invitedBy} may not invite any more`
}

const invitePage = ({ lastResult, flash = null, status = 200 }: ShownAgain) =>
  page(InvitePage, { lastResult, flash }, titled('Invite somebody', status))

type InvitePageProps = {
  company: Company
  lastResult: SubmissionResult | undefined
  flash: Toast | null
}

function InvitePage({ company, lastResult, flash }: InvitePageProps) {
  const [form, fields] = usePageForm('invite', teamInvitation, {
    lastResult,
    defaultValue: { role: 'reviewer' },
  })
  return (
    <SettingsPage
      current={path}
      company={company}
      flash={flash}
      lastResult={lastResult}
      faults={faultsOf(form)}
    >
      <FormHead title="Invite somebody" back={[path, 'Team']} />
      <PostForm className="card fields" action={path} noValidate id={form.id}>
        <TextField
          {...inputOf(fields.username)}
          label="Username"
          hint="The person signs in with it, and it is shown with their actions."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...inputOf(fields.email, 'email')}
          label="Email"
          hint="We send a link there to choose a password. It works once, for 24 hours."
          autoComplete="off"
        />
        <SelectField
          {...selectOf(fields.role)}
          // One option is always chosen.
          required={false}
          label="Role"
          width="line"
          choices={roles.map((role) => [role, roleLabels[role]])}
        />
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="invite">Send Invitation</SubmitLine>
      </PostForm>
    </SettingsPage>
  )
}
