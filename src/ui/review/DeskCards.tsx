import type { AdminRecord } from '#src/domain/review/record.ts'
import { queryString, recordHref } from '#src/forms/admin/dashboard-query.ts'
import { changeLine, newsOf } from '#src/forms/admin/history-words.ts'
import { lockedTexts } from '#src/forms/requests/locked-pdf.ts'
import { kindLabels } from '#src/forms/requests/requests.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { ChangeList, RecordCard } from '#src/ui/record/RecordCard.tsx'
import { sizeWords } from '#src/ui/record/size-words.ts'
import { success } from '#src/ui/toasts/toast.ts'
import { KeptList, PressForm, useDeskForm } from './DeskForm.tsx'
import type { DeskAction, Part, Review } from './review.ts'

export const note: DeskAction = {
  right: 'annotate',
  done: success('Note added'),
  Card: NoteForm,
}

export const sendAgain: DeskAction = {
  right: 'decide',
  done: success('The email is on its way again'),
}

export const withdraw: DeskAction = { right: 'annotate', done: success('Request withdrawn') }

export function Notes({ desk }: Part) {
  const { review } = desk
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
      {desk.may('annotate') && <NoteForm desk={desk} />}
    </RecordCard>
  )
}

function NoteForm({ desk }: Part) {
  const form = useDeskForm<'note'>(desk, 'note', { id: 'note' })
  return (
    <Form of={form} className="stack no-print">
      <Field of={form.fields.note} as="area" label="New note" maxLength={2000} required />
      <SubmitButton variant="outlined" waiting="Adding...">
        Add Note
      </SubmitButton>
    </Form>
  )
}

export function Emails({ desk }: Part) {
  const { review, may, isEditing } = desk
  const { record, timezone } = review
  const onItsWay = record.emails.filter(({ state }) => state === 'waiting' || state === 'leased')
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
                <PressForm
                  desk={desk}
                  action="send-again"
                  id={id}
                  hidden={{ email: id }}
                  about={name}
                >
                  Send Again
                </PressForm>
              )}
            </li>
          ))}
        </ul>
      )}
      {onItsWay.length > 0 && (
        <form method="get" className="actions no-print">
          {isEditing && <input type="hidden" name="edit" value="1" />}
          <KeptList review={review} />
          <Button
            small
            type="submit"
            aria-label="Refresh the emails"
            onClick={(event) => {
              event.preventDefault()
              void desk.refresh()
            }}
          >
            Refresh
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
        <strong>{entry.words}</strong>
      </p>
      <ChangeList changes={newsOf(entry.changes).map(changeLine)} />
    </div>
  ))

/** Groups an applicant's saves before the submit into one line. */
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

export function Requests({ desk }: Part) {
  const { requests } = desk.review.record
  if (requests.length === 0) return null
  return (
    <RecordCard id="requests" title="Information from the customer" wide>
      <ol className="timeline">
        {requests.map((request) => (
          <Entry key={request.id} desk={desk} request={request} />
        ))}
      </ol>
    </RecordCard>
  )
}

function Entry({
  desk,
  request: {
    id,
    text,
    isStanding,
    askedBy,
    askedAt,
    remindedAt,
    answer,
    answeredAt,
    closedAt,
    files,
  },
}: Part & { request: Request }) {
  const { record, timezone } = desk.review
  const isOpen = !answeredAt && !closedAt
  const day = (at: string) => <time dateTime={at}>{longTime(at, timezone)}</time>
  return (
    <li className="stack">
      <p className="quiet">
        {day(askedAt)}{' '}
        {isStanding ? 'Asked after submitting, like every credit applicant' : `${askedBy} asked`}
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
            <strong>{isStanding ? 'Not answered yet.' : 'Waiting for the customer.'}</strong>
            {remindedAt && <> Reminded on {day(remindedAt)}.</>}
          </p>
          {desk.may('annotate') && (
            <PressForm
              desk={desk}
              action="withdraw"
              id={id}
              hidden={{ request: id }}
              className="actions no-print"
            >
              Withdraw Request
            </PressForm>
          )}
        </>
      )}
    </li>
  )
}

/** Offers the files only for download, because nobody has opened them. */
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
