import { longTime } from '#src/ui/record/dates.ts'

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

/** A role that was chosen for an account, and not saved yet; `seen` is the one that the page showed, empty for the present. */
export type ChosenRole = { account: string; role: string; seen: string }

/** What a card says of an account. */
export const accountRows = (
  { role, secondFactor, closed, lastSignIn, sessions }: TeamMemberRecord,
  roles: RoleChoice[],
  timezone: string,
) => [
  { label: 'Role', value: roles.find(({ value }) => value === role)?.label },
  { label: 'Account', value: closed ? 'Closed' : 'Open' },
  { label: 'Two-step sign-in', value: secondFactor ? 'On' : 'Off' },
  { label: 'Last sign-in', value: lastSignIn ? longTime(lastSignIn, timezone) : 'Never' },
  { label: 'Signed in now', value: sessions === 1 ? '1 browser' : `${sessions} browsers` },
]
