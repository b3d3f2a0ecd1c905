import { mayDo } from '#src/forms/admin/roles.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { Earlier, Newest } from './Earlier.tsx'
import type { Review } from './use-review.ts'

/** Internal notes; the form posts to the page with or without scripts. */
export function Notes({ review }: { review: Review }) {
  const { record, query, timezone } = review
  const { notes } = record
  return (
    <RecordCard id="notes" title="Internal notes">
      <p className="quiet">Never shown to the customer, in the PDF or in an email.</p>
      <Newest record={record} query={query} list="notes">
        Newest notes
      </Newest>
      {notes.length > 0 && (
        <ul className="timeline">
          {notes.map(({ at, by, text }) => (
            <li key={`${at} ${text}`}>
              <p className="quiet">
                <time dateTime={at}>{longTime(at, timezone)}</time> {by}
              </p>
              <p className="lines">{text}</p>
            </li>
          ))}
        </ul>
      )}
      <Earlier record={record} list="notes">
        Earlier notes
      </Earlier>
      {mayDo(review.role, 'annotate') && (
        <form method="post" className="stack no-print" noValidate>
          <TextArea
            id="note"
            name="note"
            label="New note"
            defaultValue={review.typed.note}
            error={review.errors.note}
            maxLength={2000}
            required
          />
          <Button type="submit" name="action" value="note">
            Add note
          </Button>
        </form>
      )}
    </RecordCard>
  )
}
