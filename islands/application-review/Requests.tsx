import { mayDo } from '#src/forms/admin/roles.ts'
import { kindLabels, sizeWords } from '#src/forms/requests/attachments.ts'
import { longestRequest } from '#src/forms/requests/request-texts.ts'
import type { InformationRequest } from '#src/ui/admin/records.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { Review } from './use-review.ts'

/** What the customer was asked for and answered; its forms post to the page with or without scripts. */
export function Requests({ review }: { review: Review }) {
  const { record, errors, timezone } = review
  const { requests, status } = record
  const typed = review.typed.request
  const mayAsk = mayDo(review.role, 'annotate')
  const isOpen = requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt)
  // what was typed stays when another reviewer was faster
  const offersForm = mayAsk && ((!isOpen && status === 'submitted') || typed !== undefined)
  if (requests.length === 0 && !offersForm) return null
  return (
    <RecordCard id="requests" title="Information from the customer" wide>
      {requests.length > 0 && (
        <ol className="timeline">
          {requests.map((request) => (
            <Entry key={request.id} application={record.id} {...{ request, mayAsk, timezone }} />
          ))}
        </ol>
      )}
      {offersForm && (
        <form method="post" className="stack no-print" noValidate>
          <TextArea
            id="request"
            name="request"
            label="What is missing?"
            hint="The customer gets this by email and answers in the portal. Days spent waiting do not count against the promise."
            defaultValue={typed}
            error={errors.request}
            maxLength={longestRequest}
            required
          />
          <Button type="submit" name="action" value="ask">
            Ask the customer
          </Button>
        </form>
      )}
    </RecordCard>
  )
}

function Entry({
  application,
  request,
  mayAsk,
  timezone,
}: {
  application: string
  request: InformationRequest
  mayAsk: boolean
  timezone: string
}) {
  const { id, text, askedBy, askedAt, remindedAt, answer, answeredAt, closedAt, files } = request
  const isOpen = !answeredAt && !closedAt
  const day = (at: string) => <time dateTime={at}>{longTime(at, timezone)}</time>
  return (
    <li className="stack">
      <p className="quiet">
        {day(askedAt)} {askedBy} asked
      </p>
      <p className="lines">{text}</p>
      {answeredAt && (
        <>
          <p className="quiet">{day(answeredAt)} The customer answered</p>
          {answer && <p className="lines">{answer}</p>}
          <Files application={application} files={files} />
        </>
      )}
      {closedAt && <p className="quiet">{day(closedAt)} Closed without an answer</p>}
      {isOpen && (
        <>
          <p>
            <strong>Waiting for the customer.</strong>
            {remindedAt && <> Reminded on {day(remindedAt)}.</>}
          </p>
          {mayAsk && (
            <form method="post" className="actions no-print">
              <input type="hidden" name="asked" value={id} />
              <Button small type="submit" name="action" value="withdraw">
                Withdraw the request
              </Button>
            </form>
          )}
        </>
      )}
    </li>
  )
}

/** Only for downloading: nobody here has opened them. */
function Files({
  application,
  files,
}: {
  application: string
  files: InformationRequest['files']
}) {
  if (files.length === 0) return null
  return (
    <div className="no-print">
      <ul>
        {files.map(({ id, name, size, kind }) => (
          <li key={id}>
            <a href={`/api/applications/${application}/attachments/${id}`} download>
              {name}
            </a>{' '}
            <span className="quiet">{`${kindLabels[kind]}, ${sizeWords(size)}`}</span>
          </li>
        ))}
      </ul>
      <p className="hint">
        These files come from the customer and were not checked for viruses. Open them with care.
      </p>
    </div>
  )
}
