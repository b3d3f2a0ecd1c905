import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { SelectField } from '#src/ui/admin/SelectField.tsx'
import { ActionButton } from '#src/ui/fields/ActionButton.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { RoleChoice } from './account-rows.ts'

/** One invitation as the domain lists it. */
type InvitationRecord = {
  id: number
  username: string
  email: string
  role: string
  invitedBy: string
  expires: string
  state: 'waiting' | 'open' | 'expired' | 'failed' | 'void'
}

export type InvitationsProps = {
  invitations: InvitationRecord[]
  /** Emails can be sent. */
  hasMail: boolean
  /** The invitation that was refused, as it was typed, with its errors. */
  typed: Record<string, string>
  errors: Record<string, string>
}

type Props = InvitationsProps & { roles: RoleChoice[]; timezone: string; asksPassword: boolean }

/** The errors of a refused invitation, by the ids of its controls. */
export const inviteFaults = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, text]) => [
      name === 'currentPassword' ? name : `invite-${name}`,
      text,
    ]),
  )

/** Who has been invited and not come yet, and the form to invite somebody; plain forms. */
export function Invitations({ invitations, hasMail, roles, timezone, ...form }: Props) {
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
          {invitations.map((invitation) => (
            <Invited key={invitation.id} {...{ invitation, roles, timezone }} />
          ))}
        </div>
      )}
      <InviteForm {...form} roles={roles} />
    </section>
  )
}

function Invited({
  invitation,
  roles,
  timezone,
}: {
  invitation: InvitationRecord
  roles: RoleChoice[]
  timezone: string
}) {
  const { id, username, email, role, invitedBy } = invitation
  return (
    <RecordCard
      id={`invitation-${id}`}
      title={username}
      rows={[
        { label: 'Role', value: roles.find(({ value }) => value === role)?.label },
        { label: 'Email', value: email },
        { label: 'Invited by', value: invitedBy },
        { label: 'Invitation', value: stateWords(invitation, timezone) },
      ]}
    >
      <form method="post" className="actions no-print">
        <input type="hidden" name="invitation" value={id} />
        <ActionButton name="invite-again" about={username}>
          Send again
        </ActionButton>
        <ActionButton name="withdraw" about={username} variant="danger">
          Withdraw
        </ActionButton>
      </form>
    </RecordCard>
  )
}

function stateWords({ state, expires, invitedBy }: InvitationRecord, timezone: string): string {
  if (state === 'open') return `Sent. The link works until ${longTime(expires, timezone)}`
  if (state === 'expired') return `The link ran out on ${longTime(expires, timezone)}`
  if (state === 'failed') return 'The email could not be sent'
  if (state === 'waiting') return 'The email has not been sent yet'
  return `Void, because ${invitedBy} may not invite any more`
}

function InviteForm({
  roles,
  typed,
  errors,
  asksPassword,
}: Pick<Props, 'roles' | 'typed' | 'errors' | 'asksPassword'>) {
  return (
    <form className="card" method="post" action="/admin/team" noValidate id="invite">
      <div className="card-head">
        <h3>Invite somebody</h3>
      </div>
      <div className="fields">
        <TextField
          id="invite-username"
          name="username"
          label="Username"
          hint="For the sign-in, and shown with what the person does."
          defaultValue={typed.username}
          error={errors.username}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          id="invite-email"
          name="email"
          type="email"
          label="Email"
          hint="We send a link there to choose a password. It works once, for 24 hours."
          defaultValue={typed.email}
          error={errors.email}
          autoComplete="off"
          required
        />
        <SelectField
          id="invite-role"
          name="role"
          label="Role"
          width="line"
          choices={roles.map(({ value, label }) => [value, label])}
          defaultValue={typed.role ?? 'reviewer'}
          error={errors.role}
        />
        {asksPassword && <OwnPassword error={errors.currentPassword} />}
        <SubmitLine action="invite">Send invitation</SubmitLine>
      </div>
    </form>
  )
}
