import type { outboxStatus } from '#src/domain/mailing/status.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type Props = { outbox: ReturnType<typeof outboxStatus>; timezone: string }

/** The state of outgoing emails, with actions for those that failed (rule 178). */
export function MailQueue({ outbox, timezone }: Props) {
  const { lastFailure, emails } = outbox
  const rows = [
    { label: 'Waiting', value: String(outbox.waiting) },
    { label: 'Sent', value: `${outbox.sentIsMinimum ? 'More than ' : ''}${outbox.sent}` },
    { label: 'Failed', value: String(outbox.failed) },
    {
      label: 'Last failure',
      value: lastFailure ? `${lastFailure.reason} (${longTime(lastFailure.at, timezone)})` : 'None',
    },
  ]
  return (
    <RecordCard id="queue" title="Mail queue" rows={rows}>
      {emails.length > 0 && (
        <ul className="timeline">
          {emails.map(({ id, name, application, state, attempts, reason, at }) => (
            <li key={id}>
              <p>
                <strong>{name}</strong>
                {application && (
                  <>
                    {', '}
                    <a href={`/admin/applications/${application}`}>{application}</a>
                  </>
                )}
              </p>
              <p className="quiet">
                {`${state === 'dead' ? 'Gave up' : 'Will try again soon'} after ${attempts} ${attempts === 1 ? 'try' : 'tries'}, ${longTime(at, timezone)}: ${reason}`}
              </p>
              <form method="post" className="actions" data-in-place="">
                <input type="hidden" name="email" value={id} />
                <Button small type="submit" name="action" value="resend">
                  Resend
                </Button>
                <Button small variant="ghost" type="submit" name="action" value="discard">
                  Discard
                </Button>
              </form>
            </li>
          ))}
        </ul>
      )}
    </RecordCard>
  )
}
