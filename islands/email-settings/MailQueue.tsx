import { type SubmitEvent, useState } from 'react'
import type { OutboxRecord } from '#src/ui/admin/email-settings-record.ts'
import { emailWords } from '#src/ui/admin/emails/email-words.ts'
import { failureMessage } from '#src/ui/calls/connection-lost.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { settingsCall } from './settings-call.ts'

/** The state of outgoing emails, with actions for those that failed (rule 178). */
export function MailQueue({ outbox: given, timezone }: { outbox: OutboxRecord; timezone: string }) {
  const [outbox, setOutbox] = useState(given)
  const [announcement, setAnnouncement] = useState('')

  async function act(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const id = Number(new FormData(event.currentTarget).get('email'))
    const action = (event.nativeEvent.submitter as HTMLButtonElement).value
    try {
      setOutbox(await settingsCall('POST', '/outbox', { id, action }))
      setAnnouncement(
        action === 'resend' ? 'The email is being sent again.' : 'The email has been discarded.',
      )
    } catch (error) {
      setAnnouncement(failureMessage(error))
    }
  }

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
      <p className="quiet" role="status">
        {announcement}
      </p>
      {emails.length > 0 && (
        <ul className="timeline">
          {emails.map(({ id, kind, application, state, attempts, reason, at }) => (
            <li key={id}>
              <p>
                <strong>{emailWords(kind)}</strong>
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
              <form method="post" className="actions" onSubmit={act}>
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
