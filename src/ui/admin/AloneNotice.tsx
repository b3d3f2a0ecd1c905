/** Two people must approve, and only one account may. */
export const AloneNotice = ({ mayInvite }: { mayInvite: boolean }) => (
  <p className="notice notice-warn">
    Only one person here can approve applications, so nobody could confirm an approval above the
    limit for one person.{' '}
    {mayInvite ? <a href="/admin/team">Invite a colleague</a> : 'Please tell an administrator.'}
  </p>
)
