import type { AdminRecord } from '#src/domain/review/record.ts'
import { queryString, recordHref } from '#src/forms/admin/dashboard-query.ts'
import { actionWords, changeLine, newsOf } from '#src/forms/admin/record-cards.ts'
import { lockedTexts } from '#src/forms/requests/locked-pdf.ts'
import { kindLabels, longestRequest } from '#src/forms/requests/requests.ts'
import { ActionButton, Button } from '#src/ui/fields/Button.tsx'
import { areaOf, inputOf, selectOf } from '#src/ui/fields/control.ts'
import { SelectField, TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { ChangeList, RecordCard } from '#src/ui/record/RecordCard.tsx'
import { sizeWords } from '#src/ui/record/size-words.ts'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { colleaguesOf, mayAsk } from './Head.tsx'
import { KeptList, ReviewDialog } from './ReviewDialog.tsx'
import type { FormPart, Part, Review } from './review.ts'

export function HandOver({ review, may, form: [form, fields] }: FormPart<'colleague'>) {
  const others = colleaguesOf(review)
  if (!may('decide') || others.length === 0) return null
  return (
    <ReviewDialog
      name="hand-over"
      id={form.id}
      title="Hand Over Application"
      review={review}
      submit="Hand Over"
    >
      <input type="hidden" name="owner" value={review.record.owner ?? ''} />
      <SelectField
        {...selectOf(fields.colleague)}
        label="Colleague"
        choices={[['', 'Choose a colleague'], ...others.map((name) => [name, name] as const)]}
      />
    </ReviewDialog>
  )
}

export function Notes({ review, may, form: [form, fields] }: FormPart<'note'>) {
  const { record, timezone } = review
  return (
    <RecordCard id="notes" title="Internal notes">
      <p className="quiet">Never shown to the customer, in the PDF or in an email.</p>
      <Newest review={review} list="notes" />
      {record.notes.length > 0 && (
        <ul className="timeline">
          {record.notes.map(({ id, at, by, text }) => (
            <li key={id}>
              <p className="quiet">
                <time dateTime={at}>{longTime(at, timezone)}</time> {by}
              </p>
              <p className="lines">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <Earlier review={review} list="notes" />
      {may('annotate') && (
        <form id={form.id} method="post" className="stack no-print" noValidate data-in-place="">
          <TextArea {...areaOf(fields.note)} label="New note" maxLength={2000} required />
          <Button type="submit" name="action" value="note">
            Add Note
          </Button>
        </form>
      )}
    </RecordCard>
  )
}

export function Emails({ review, may }: Part) {
  const { record, timezone, isEditing } = review
  const onItsWay = record.emails.filter(({ state }) => state === 'waiting' || state === 'leased')
  // one that has failed is tried again in half a minute or much later
  const isSoon =
    record.mail?.kind !== 'not-set-up' && onItsWay.some(({ reason }) => reason === null)
  return (
    <RecordCard id="emails" title="Emails">
      <Newest review={review} list="emails" />
      {record.emails.length === 0 ? (
        <p className="quiet">No emails yet</p>
      ) : (
        <ul className="feed">
          {record.emails.map(({ id, name, state, at, reason, triedAt, maySendAgain }) => (
            <li key={id}>
              <strong>{name}</strong>
              <span>{`${states[state] ?? state}${reason ? `: ${reason}` : ''}`}</span>
              <time dateTime={at}>{longTime(at, timezone)}</time>
              {triedAt && (
                <span className="quiet">{`Last tried ${longTime(triedAt, timezone)}`}</span>
              )}
              {maySendAgain && may('decide') && (
                <form method="post" className="no-print" data-in-place="">
                  <input type="hidden" name="email" value={id} />
                  <ActionButton name="send-again" about={name}>
                    Send Again
                  </ActionButton>
                </form>
              )}
            </li>
          ))}
        </ul>
      )}
      {onItsWay.length > 0 && (
        <form
          method="get"
          className="actions"
          data-in-place=""
          data-failed={JSON.stringify(adminToasts.recordFailed)}
          {...(isSoon && { 'data-refreshes': record.version })}
        >
          {isEditing && <input type="hidden" name="edit" value="1" />}
          <KeptList review={review} />
          <Button small type="submit">
            Check Again
          </Button>
        </form>
      )}
      <Earlier review={review} list="emails" />
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

export function MoveSignIn({ review, may, form: [form, fields] }: FormPart<'signInEmail'>) {
  const { signInEmail } = review.record
  const holder = review.refused?.action === 'move' && review.refused.holder
  if (!signInEmail || !may('move-sign-in')) return null
  return (
    <ReviewDialog
      name="move"
      id={form.id}
      title="Change Sign-in Address"
      review={review}
      submit="Move Sign-in"
    >
      <p>
        We send the new address a link to set a password. We also tell the current address,{' '}
        <strong>{signInEmail}</strong>, which can then no longer sign in.
      </p>
      {holder && (
        <p>
          <a href={recordHref(holder, review.list)}>Open the application that has this address</a>
        </p>
      )}
      <TextField
        {...inputOf(fields.signInEmail, 'email')}
        label="New sign-in address"
        maxLength={254}
        autoComplete="off"
        required
      />
    </ReviewDialog>
  )
}

export function History({ review }: { review: Review }) {
  const { record, timezone } = review
  return (
    <RecordCard id="history" title="Change history" wide>
      <Newest review={review} list="history" />
      {record.history.length === 0 ? (
        <p className="quiet">Nothing has happened yet</p>
      ) : (
        <ol className="timeline">
          {folded(record.history).map((entries) => (
            <li key={`${entries[0]?.at} ${entries[0]?.action}`}>
              {entries.length === 1 ? (
                <Deeds entries={entries} timezone={timezone} />
              ) : (
                <details>
                  <summary>{`The applicant filled in the form, saved ${entries.length} times`}</summary>
                  <Deeds entries={entries} timezone={timezone} />
                </details>
              )}
            </li>
          ))}
        </ol>
      )}
      <Earlier review={review} list="history" />
    </RecordCard>
  )
}

type HistoryEntry = AdminRecord['history'][number]

const Deeds = ({ entries, timezone }: { entries: HistoryEntry[]; timezone: string }) =>
  entries.map((entry) => (
    <div key={`${entry.at} ${entry.action}`}>
      <p>
        <time dateTime={entry.at}>{longTime(entry.at, timezone)}</time>{' '}
        <strong>{actionWords(entry)}</strong>
      </p>
      <ChangeList changes={newsOf(entry.changes).map(changeLine)} />
    </div>
  ))

/** What an applicant saved before the submit is one line. */
function folded(history: HistoryEntry[]): HistoryEntry[][] {
  const lines: HistoryEntry[][] = []
  for (const entry of history) {
    const line = lines.at(-1)
    if (line?.[0] && isSave(line[0]) && isSave(entry)) line.push(entry)
    else lines.push([entry])
  }
  return lines
}

const isSave = ({ by, action }: HistoryEntry) =>
  by === 'Applicant' && (action === 'draft created' || action === 'draft saved')

const names = { history: 'changes', notes: 'notes', emails: 'emails' } as const

type List = keyof typeof names

function Newest({ review: { record, from, list: query }, list }: { review: Review; list: List }) {
  if (from[list] === null) return null
  return (
    <p className="actions no-print">
      <a href={`${recordHref(record.id, query)}#${list}`}>{`Newest ${names[list]}`}</a>
    </p>
  )
}

function Earlier({ review, list }: { review: Review; list: List }) {
  const { earlier } = review.record
  if (earlier[list] === null) return null
  const from = queryString(review.list).slice(1)
  const query = from && { list: from }
  return (
    <p className="actions no-print">
      <a
        href={`?${new URLSearchParams({ ...query, [list]: String(earlier[list]) })}#${list}`}
      >{`Earlier ${names[list]}`}</a>
    </p>
  )
}

type Request = AdminRecord['requests'][number]

export function Requests({ review, may }: Part) {
  const { requests } = review.record
  if (requests.length === 0) return null
  return (
    <RecordCard id="requests" title="Information from the customer" wide>
      <ol className="timeline">
        {requests.map((request) => (
          <Entry key={request.id} {...{ review, request, mayAsk: may('annotate') }} />
        ))}
      </ol>
    </RecordCard>
  )
}

export function AskDialog({ form: [form, fields], ...part }: FormPart<'request'>) {
  // what was typed stays when another reviewer was faster
  if (!mayAsk(part) && form.status !== 'error') return null
  return (
    <ReviewDialog
      name="ask"
      id={form.id}
      title="Ask the Customer"
      review={part.review}
      submit="Send Question"
    >
      <TextArea
        {...areaOf(fields.request)}
        label="What is missing?"
        hint="The customer gets this by email and answers in the portal. The reply clock stops while you wait for the customer."
        maxLength={longestRequest}
        required
      />
    </ReviewDialog>
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
                Withdraw Request
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
        {files.map(({ id, name, size, kind, isLocked }) => (
          <li key={id}>
            <a href={`/api/applications/${application}/attachments/${id}`} download>
              {name}
            </a>{' '}
            <span className="quiet">
              {`${kindLabels[kind]}, ${sizeWords(size)}${isLocked ? `, ${lockedTexts.sent}` : ''}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="hint">
        These files come from the customer and were not checked for viruses. Open them with care.
      </p>
    </div>
  )
}
