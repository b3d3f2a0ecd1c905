import type { AdminProfile } from '#src/ui/admin/profile.ts'
import { call } from '#src/ui/calls/call.ts'
import { SessionList } from '#src/ui/team/SessionList.tsx'
import { useAccountCall } from './use-account-call.ts'

/** Where the own account is signed in, with a way to end each other session. */
export function Sessions({
  profile,
  timezone,
  onProfile,
}: {
  profile: AdminProfile
  timezone: string
  onProfile: (profile: AdminProfile) => void
}) {
  const { announcement, attempt } = useAccountCall()
  const end = (session: string) =>
    attempt(
      async () =>
        onProfile(await call<AdminProfile>('DELETE', '/api/admin/account/sessions', { session })),
      'The session has been ended.',
    )
  return (
    <section className="stack" aria-labelledby="sessions-title">
      <h3 id="sessions-title">Sessions</h3>
      <SessionList
        sessions={profile.sessions}
        action="/admin/dashboard"
        timezone={timezone}
        onEnd={end}
      />
      <p className="quiet" role="status">
        {announcement}
      </p>
    </section>
  )
}
