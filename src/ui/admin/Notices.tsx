import type { MailStatus } from '#src/domain/mailing/status.ts'
import { longTime } from '#src/ui/record/dates.ts'

export function MailNotice({
  status,
  hasLink,
  timezone,
}: {
  status: MailStatus
  hasLink: boolean
  timezone: string
}) {
  return (
    <div className="notice notice-warn" role="status">
      <p>
        {mailWords(status, timezone)}{' '}
        {hasLink ? (
          <a href="/admin/email-settings">Open Email Settings</a>
        ) : (
          'Please tell an administrator.'
        )}
      </p>
    </div>
  )
}

function mailWords(status: MailStatus, timezone: string): string {
  const { kind, emails } = status
  const counted = emails === 1 ? '1 email' : `${emails} emails`
  if (kind === 'not-set-up')
    return emails === 0
      ? 'Email is not set up, so nobody hears about applications and decisions.'
      : `Email is not set up: ${counted} waiting.`
  if (kind === 'waiting')
    return `${counted} ${emails === 1 ? 'has' : 'have'} been waiting since ${longTime(status.since, timezone)}.`
  return emails === 0
    ? `Emails cannot be sent: ${status.reason}.`
    : `${counted} could not be sent: ${status.reason}.`
}

/** Warns that two people must approve, but only one account may. */
export const AloneNotice = ({ mayInvite }: { mayInvite: boolean }) => (
  <p className="notice notice-warn">
    Only one person here can approve applications, so nobody could confirm an approval above the
    limit for one person.{' '}
    {mayInvite ? <a href="/admin/team">Invite a colleague</a> : 'Please tell an administrator.'}
  </p>
)
