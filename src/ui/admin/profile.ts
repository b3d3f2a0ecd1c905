import type { Role } from '#src/forms/admin/roles.ts'
import type { SessionRecord } from '#src/ui/team/SessionList.tsx'

/** An admin's own account as the 'My account' dialog shows it. */
export type AdminProfile = {
  username: string
  role: Role
  totp: boolean
  /** Nobody may turn it off. */
  totpRequired: boolean
  recoveryCodesLeft: number
  /** Wrong codes since the sign-in before this one; `since` is an ISO instant. */
  wrongCodes: { count: number; since: string } | null
  /** A PNG data string. */
  signature: string | null
  sessions: SessionRecord[]
}

/** A second factor that was begun: what to type or open in the app. */
export type Enrolment = { secret: string; uri: string }

/** What a form of the dialog came to when it was posted without scripts. */
export type AccountAnswer = {
  errors: Record<string, string>
  notice: string | null
  enrolment: Enrolment | null
  recoveryCodes: string[]
}
