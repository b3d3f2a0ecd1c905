import { ActionButton } from '#src/ui/fields/ActionButton.tsx'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import {
  accountRows,
  type ChosenRole,
  type RoleChoice,
  type TeamMemberRecord,
} from './account-rows.ts'

/** One account with what can be done to it; plain forms. */
export function TeamMember({
  member,
  roles,
  chosen,
  timezone,
}: {
  member: TeamMemberRecord
  roles: RoleChoice[]
  chosen: ChosenRole | null
  timezone: string
}) {
  const { id, username, role, closed, sessions } = member
  const choice = chosen?.account === String(id) ? chosen : null
  return (
    <RecordCard id={`account-${id}`} title={username} rows={accountRows(member, roles, timezone)}>
      <p>
        <ButtonLink small variant="ghost" href={`/admin/team/${id}`}>
          Sessions and activity<span className="visually-hidden">{` of ${username}`}</span>
        </ButtonLink>
      </p>
      <form method="post" className="stack no-print">
        <input type="hidden" name="account" value={id} />
        <input type="hidden" name="seen" value={choice?.seen || role} />
        <label className="label" htmlFor={`role-${id}`}>
          New role<span className="visually-hidden">{` of ${username}`}</span>
        </label>
        <select id={`role-${id}`} name="role" className="input" defaultValue={choice?.role ?? role}>
          {roles.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <div className="actions">
          <ActionButton name="role" about={username}>
            Change role
          </ActionButton>
          {sessions > 0 && (
            <ActionButton name="sessions" about={username}>
              Sign out everywhere
            </ActionButton>
          )}
          {closed ? (
            <ActionButton name="reopen" about={username}>
              Open account again
            </ActionButton>
          ) : (
            <ActionButton name="close" about={username} variant="danger">
              Close account
            </ActionButton>
          )}
        </div>
      </form>
    </RecordCard>
  )
}
