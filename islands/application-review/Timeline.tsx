import { changeLine } from '#src/forms/admin/change-line.ts'
import { emailWords } from '#src/ui/admin/emails/email-words.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { ChangeList } from '#src/ui/record/ChangeList.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { Earlier, Newest } from './Earlier.tsx'
import type { Review } from './use-review.ts'

/** Who did what and when, newest first, with old and new values. */
export function History({ review: { record, query, timezone } }: { review: Review }) {
  const { history } = record
  return (
    <RecordCard id="history" title="Change history" wide>
      <Newest record={record} query={query} list="history">
        Newest changes
      </Newest>
      {history.length === 0 ? (
        <p className="quiet">Nothing has happened yet</p>
      ) : (
        <ol className="timeline">
          {history.map(({ at, by, action, changes }) => (
            <li key={`${at} ${action}`}>
              <p>
                <time dateTime={at}>{longTime(at, timezone)}</time> <strong>{by}</strong>, {action}
              </p>
              <ChangeList changes={changes.map(changeLine)} />
            </li>
          ))}
        </ol>
      )}
      <Earlier record={record} list="history">
        Earlier changes
      </Earlier>
    </RecordCard>
  )
}

/** The emails of this application and what became of each. */
export function Emails({ review }: { review: Review }) {
  const { record, query, timezone } = review
  const { emails } = record
  const onItsWay = emails.some(({ state }) => state === 'waiting' || state === 'leased')
  return (
    <RecordCard id="emails" title="Emails">
      <Newest record={record} query={query} list="emails">
        Newest emails
      </Newest>
      {emails.length === 0 ? (
        <p className="quiet">No emails yet</p>
      ) : (
        <ul className="feed">
          {emails.map(({ kind, state, at, reason }) => (
            <li key={`${kind} ${at}`}>
              <strong>{emailWords(kind)}</strong>
              <span>{`${states[state] ?? state}${reason ? `: ${reason}` : ''}`}</span>
              <time dateTime={at}>{longTime(at, timezone)}</time>
            </li>
          ))}
        </ul>
      )}
      {onItsWay && (
        <form
          method="get"
          className="actions"
          onSubmit={(event) => {
            event.preventDefault()
            review.read()
          }}
        >
          <Button small type="submit">
            Check again
          </Button>
        </form>
      )}
      <Earlier record={record} list="emails">
        Earlier emails
      </Earlier>
    </RecordCard>
  )
}

const states: Record<string, string> = {
  waiting: 'Waiting to be sent',
  leased: 'Being sent',
  sent: 'Sent',
  dead: 'Failed',
  discarded: 'Discarded',
}
