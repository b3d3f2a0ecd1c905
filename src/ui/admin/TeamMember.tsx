import { Button } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** One account as the domain lists it. */
export type TeamMemberRecord = {
  id: number
  username: string
  role: string
  secondFactor: boolean
  closed: boolean
  lastSignIn: string | null
  sessions: number
}

export type RoleChoice = { value: string; label: string }

/** One account with what can be done to it; plain forms. */
export function TeamMember({
  member,
  roles,
  timezone,
}: {
  member: TeamMemberRecord
  roles: RoleChoice[]
  timezone: string
}) {
  const { id, username, role, secondFactor, closed, lastSignIn, sessions } = member
  return (
    <RecordCard
      id={`account-${id}`}
      title={username}
      rows={[
        { label: 'Role', value: roles.find(({ value }) => value === role)?.label },
        { label: 'Account', value: closed ? 'Closed' : 'Open' },
        { label: 'Two-step sign-in', value: secondFactor ? 'On' : 'Off' },
        { label: 'Last sign-in', value: lastSignIn ? longTime(lastSignIn, timezone) : 'Never' },
        { label: 'Signed in now', value: sessions === 1 ? '1 browser' : `${sessions} browsers` },
      ]}
    >
      <form method="post" className="stack no-print">
        <input type="hidden" name="account" value={id} />
        <label className="label" htmlFor={`role-${id}`}>
          New role<span className="visually-hidden">{` of ${username}`}</span>
        </label>
        <select id={`role-${id}`} name="role" className="input" defaultValue={role}>
          {roles.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <div className="actions">
          <Action name="role" username={username}>
            Change role
          </Action>
          {sessions > 0 && (
            <Action name="sessions" username={username}>
              Sign out everywhere
            </Action>
          )}
          {closed ? (
            <Action name="reopen" username={username}>
              Open account again
            </Action>
          ) : (
            <Action name="close" username={username}>
              Close account
            </Action>
          )}
        </div>
      </form>
    </RecordCard>
  )
}

function Action({
  name,
  username,
  children,
}: {
  name: string
  username: string
  children: string
}) {
  return (
    <Button
      small
      type="submit"
      variant={name === 'close' ? 'danger' : 'outlined'}
      name="action"
      value={name}
      aria-label={`${children}: ${username}`}
    >
      {children}
    </Button>
  )
}
