import type { teamMember } from '#src/domain/staff/team.ts'
import { roleLabels } from '#src/forms/admin/roles.ts'
import { longTime } from '#src/ui/record/dates.ts'

type Member = ReturnType<typeof teamMember>

export function TeamTable({ team, timezone }: { team: Member[]; timezone: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a region that scrolls
    <section className="scroller" tabIndex={0} aria-label="Accounts">
      <table className="table table-cards">
        <thead>
          <tr>
            {['Name', ...columns].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {team.map((member) => (
            <tr key={member.id}>
              <th scope="row">
                <a href={`/admin/team/${member.id}`}>{member.username}</a>
              </th>
              {accountRows(member, timezone).map(({ label, value }) => (
                <td key={label} data-label={label}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const columns = ['Role', 'Email', 'Account', 'Two-step sign-in', 'Last sign-in', 'Signed in now']

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
