import { Button } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import type { AnswerRecord, EndpointRecord, FailedEvent } from './records.ts'

/** What an endpoint did not take, and its last answers. */
export function Deliveries({ endpoint, timezone }: { endpoint: EndpointRecord; timezone: string }) {
  const { failed, answers, address } = endpoint
  const [newest] = answers
  return (
    <>
      {failed.length > 0 && (
        <>
          <h3>Events that were given up</h3>
          <ul className="sessions">
            {failed.map((event) => (
              <Failed key={event.id} event={event} timezone={timezone} />
            ))}
          </ul>
        </>
      )}
      {newest ? (
        <details>
          <summary>{`Last answers (newest: ${newest.words}, ${longTime(newest.at, timezone)})`}</summary>
          <ul className="sessions" aria-label={`Answers of ${address}`}>
            {answers.map((answer) => (
              <Answer key={answer.id} answer={answer} timezone={timezone} />
            ))}
          </ul>
        </details>
      ) : (
        <p className="quiet">No events have been sent yet.</p>
      )}
    </>
  )
}

function Failed({ event, timezone }: { event: FailedEvent; timezone: string }) {
  const { id, application, reason, at } = event
  return (
    <li>
      <div>
        <code>{event.event}</code>
        {application && (
          <>
            {' '}
            <a href={`/admin/applications/${application}`}>{application}</a>
          </>
        )}
        <p className="hint">{`${reason}, ${longTime(at, timezone)}`}</p>
      </div>
      <form method="post" className="actions no-print">
        <input type="hidden" name="event" value={id} />
        <Button small type="submit" name="action" value="resend" aria-label={`Resend event ${id}`}>
          Resend
        </Button>
        <Button
          small
          type="submit"
          name="action"
          value="discard"
          aria-label={`Discard event ${id}`}
        >
          Discard
        </Button>
      </form>
    </li>
  )
}

function Answer({ answer, timezone }: { answer: AnswerRecord; timezone: string }) {
  const { event, words, at, text } = answer
  return (
    <li>
      <div>
        <code>{event}</code>
        <p className="hint">{`${words}, ${longTime(at, timezone)}`}</p>
        {text && <pre className="answer">{text}</pre>}
      </div>
    </li>
  )
}
