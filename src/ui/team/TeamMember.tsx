import { getSelectProps, type SubmissionResult, useForm } from '@conform-to/react'
import type { teamMember } from '#src/domain/accounts/team.ts'
import { roleLabels, roles } from '#src/forms/admin/roles.ts'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton, ButtonLink } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Member = ReturnType<typeof teamMember>

type Props = {
  member: Member
  /** The last administrator can neither be closed nor get another role. */
  isLast: boolean
  lastResult: SubmissionResult | undefined
  timezone: string
}

export function TeamMember({ member, isLast, lastResult, timezone }: Props) {
  const { id, username, role, closed, sessions } = member
  const isRefused = lastResult?.initialValue?.account === String(id)
  const [form, fields] = useForm<{ role: string; currentPassword: string }>({
    id: `role-${id}`,
    lastResult: isRefused ? lastResult : undefined,
    defaultValue: { role },
  })
  return (
    <RecordCard id={`account-${id}`} title={username} rows={accountRows(member, timezone)}>
      <p>
        <ButtonLink small variant="ghost" href={`/admin/team/${id}`}>
          Sessions and activity<span className="visually-hidden">{` of ${username}`}</span>
        </ButtonLink>
      </p>
      <form id={form.id} method="post" className="stack no-print" data-in-place="">
        <input type="hidden" name="account" value={id} />
        {isLast ? (
          <p className="quiet">
            The last administrator: to change this account, make somebody else an administrator
            first.
          </p>
        ) : (
          <>
            <label className="label" htmlFor={fields.role.id}>
              New role<span className="visually-hidden">{` of ${username}`}</span>
            </label>
            <select {...getSelectProps(fields.role)} className="input">
              {roles.map((value) => (
                <option key={value} value={value}>
                  {roleLabels[value]}
                </option>
              ))}
            </select>
          </>
        )}
        <OwnPassword field={fields.currentPassword} />
        <div className="actions">
          {!isLast && (
            <ActionButton name="role" about={username}>
              Change role
            </ActionButton>
          )}
          {sessions > 0 && (
            <ActionButton name="sessions" about={username}>
              Sign out everywhere
            </ActionButton>
          )}
          {closed && (
            <ActionButton name="reopen" about={username}>
              Open account again
            </ActionButton>
          )}
          {!closed && !isLast && (
            <ActionButton name="close" about={username} variant="danger">
              Close account
            </ActionButton>
          )}
        </div>
      </form>
    </RecordCard>
  )
}

export const accountRows = (
  { role, email, secondFactor, closed, lastSignIn, sessions }: Member,
  timezone: string,
) => [
  { label: 'Role', value: roleLabels[role] },
  { label: 'Email', value: email ?? 'None' },
  { label: 'Account', value: closed ? 'Closed' : 'Open' },
  { label: 'Two-step sign-in', value: secondFactor ? 'On' : 'Off' },
  { label: 'Last sign-in', value: lastSignIn ? longTime(lastSignIn, timezone) : 'Never' },
  { label: 'Signed in now', value: sessions === 1 ? '1 browser' : `${sessions} browsers` },
]
