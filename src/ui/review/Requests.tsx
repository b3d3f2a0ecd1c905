import type { AdminRecord } from '#src/domain/review/record.ts'
import { kindLabels, longestRequest, sizeWords } from '#src/forms/requests/requests.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf } from '#src/ui/fields/control.ts'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { FormPart, Review } from './review.ts'

type Request = AdminRecord['requests'][number]

export function Requests({ review, may, form: [form, fields] }: FormPart<'request'>) {
  const { requests, status } = review.record
  const mayAsk = may('annotate')
  const isOpen = requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt)
  // what was typed stays when another reviewer was faster
  const isRefused = form.status === 'error'
  const offersForm = mayAsk && ((!isOpen && status === 'submitted') || isRefused)
  const question = offersForm && (
    <details className="no-print" open={isRefused}>
      <summary>Ask the customer for more information</summary>
      <form id={form.id} method="post" className="stack" noValidate data-in-place="">
        <TextArea
          {...areaOf(fields.request)}
          label="What is missing?"
          hint="The customer gets this by email and answers in the portal. Days spent waiting do not count against the promise."
          maxLength={longestRequest}
          required
        />
        <Button type="submit" name="action" value="ask">
          Ask the customer
        </Button>
      </form>
    </details>
  )
  if (requests.length === 0) return question
  return (
    <RecordCard id="requests" title="Information from the customer" wide>
      <ol className="timeline">
        {requests.map((request) => (
          <Entry key={request.id} {...{ review, request, mayAsk }} />
        ))}
      </ol>
      {question}
    </RecordCard>
  )
}

function Entry({
  review: { record, timezone },
  request: { id, text, askedBy, askedAt, remindedAt, answer, answeredAt, closedAt, files },
  mayAsk,
}: {
  review: Review
  request: Request
  mayAsk: boolean
}) {
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
          <Files application={record.id} files={files} />
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
            <form method="post" className="actions no-print" data-in-place="">
              <input type="hidden" name="request" value={id} />
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

/** Only for downloading: nobody has opened them. */
function Files({ application, files }: { application: string; files: Request['files'] }) {
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
