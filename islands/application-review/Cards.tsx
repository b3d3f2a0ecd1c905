import { cameByImport } from '#src/forms/admin/came-by-import.ts'
import { cardLabel, recordCards } from '#src/forms/admin/record-cards.ts'
import { editValues } from '#src/forms/admin/record-edit.ts'
import { tableBadge } from '#src/ui/record/application-badge.ts'
import { longDay } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { readValue } from '#src/ui/record/values.ts'
import { AgreedCard } from './AgreedCard.tsx'
import { CardField } from './CardField.tsx'
import { Directors, Signatures } from './Signed.tsx'
import type { Review } from './use-review.ts'

/** The record on its cards, to read or to edit in place. */
export function Cards({ review }: { review: Review }) {
  const { record, editing, errors, typed, timezone } = review
  const values = { ...editValues(record), ...typed }
  const overview = [
    { label: 'Status', value: tableBadge(record.status, record.completionPercentage).label },
    { label: 'Completion', value: `${record.completionPercentage}%` },
    { label: 'Created', value: longDay(record.createdAt, timezone) ?? 'N/A' },
    { label: 'Submitted', value: longDay(record.submittedAt, timezone) ?? unsubmitted(record) },
    ...(record.customerCode ? [{ label: 'Customer code', value: record.customerCode }] : []),
  ]
  const cards = (
    <div className="cards-flow">
      <RecordCard id="overview" title="Application Overview" rows={overview} />
      <AgreedCard agreed={record.agreed} timezone={timezone} />
      {recordCards.map(({ title, fields }) =>
        editing ? (
          <RecordCard key={title} id={idOf(title)} title={title}>
            <div className="fields">
              {fields.map((name) =>
                name === 'businessTypes' ? (
                  <p key={name}>
                    <span className="label">{cardLabel(name)}</span>
                    <br />
                    {readValue(name, record[name], timezone)}
                  </p>
                ) : (
                  <CardField
                    key={name}
                    name={name}
                    value={values[name] ?? ''}
                    error={errors[name]}
                  />
                ),
              )}
            </div>
          </RecordCard>
        ) : (
          <RecordCard
            key={title}
            id={idOf(title)}
            title={title}
            rows={fields.map((name) => ({
              label: cardLabel(name),
              value: readValue(name, record[name], timezone),
            }))}
          />
        ),
      )}
      <Directors directors={review.directors} />
      <Signatures record={record} timezone={timezone} />
    </div>
  )
  if (!editing) return cards
  return (
    <form
      id="edit"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        review.save(event.currentTarget)
      }}
    >
      <input type="hidden" name="action" value="save" />
      <input type="hidden" name="version" value={record.version} />
      {cards}
    </form>
  )
}

const unsubmitted = (record: Review['record']) =>
  cameByImport(record)
    ? 'No: imported from earlier records, nothing was signed here'
    : 'Not submitted'

const idOf = (title: string) => title.toLowerCase().replace(/ /g, '-')
