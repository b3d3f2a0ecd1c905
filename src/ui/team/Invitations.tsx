import type { FieldMetadata, FormMetadata, SubmissionResult } from '@conform-to/react'
import type { listInvitations } from '#src/domain/accounts/invitations.ts'
import { roleLabels, roles } from '#src/forms/admin/roles.ts'
import { OwnPassword, RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, SubmitLine } from '#src/ui/fields/Button.tsx'
import { inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextField } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Invitation = ReturnType<typeof listInvitations>[number]

type Props = {
  invitations: Invitation[]
  hasMail: boolean
  invitation: [
    FormMetadata,
    Record<'username' | 'email' | 'role' | 'currentPassword', FieldMetadata>,
  ]
  lastResult: SubmissionResult | undefined
  timezone: string
}

export function Invitations({ invitations, hasMail, invitation, lastResult, timezone }: Props) {
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
                  Send again
                </ActionButton>
                <ActionButton name="withdraw" about={open.username} variant="danger">
                  Withdraw
                </ActionButton>
              </RowForm>
            </RecordCard>
          ))}
        </div>
      )}
      <InviteForm invitation={invitation} />
    </section>
  )
}

function stateWords({ state, expires, invitedBy }: Invitation, timezone: string): string {
  if (state === 'open') return `Sent. The link works until ${longTime(expires, timezone)}`
  if (state === 'expired') return `The link ran out on ${longTime(expires, timezone)}`
  if (state === 'failed') return 'The email could not be sent'
  if (state === 'waiting') return 'The email has not been sent yet'
  return `Void, because ${invitedBy} may not invite any more`
}

const InviteForm = ({ invitation: [form, fields] }: Pick<Props, 'invitation'>) => (
  <form className="card" method="post" noValidate id={form.id} data-in-place="">
    <div className="card-head">
      <h3>Invite somebody</h3>
    </div>
    <div className="fields">
      <TextField
        {...inputOf(fields.username)}
        label="Username"
        hint="For the sign-in, and shown with what the person does."
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
        // one of them is always chosen
        required={false}
        label="Role"
        width="line"
        choices={roles.map((role) => [role, roleLabels[role]])}
      />
      <OwnPassword field={fields.currentPassword} />
      <SubmitLine action="invite">Send invitation</SubmitLine>
    </div>
  </form>
)
