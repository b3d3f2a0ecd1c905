import type { AdminRecord } from '#src/domain/review/record.ts'
import { isAboveLimit, proposalTexts } from '#src/forms/admin/agreed-terms.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf } from '#src/ui/fields/control.ts'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { agreedRows } from './RecordCards.tsx'
import type { FormPart } from './review.ts'

type Proposal = NonNullable<AdminRecord['proposal']>

export function ProposalCard({ review, may, form: [form, fields] }: FormPart<'declineReason'>) {
  const { record, username, timezone, secondPersonAbove } = review
  const { proposal, version } = record
  if (!proposal) return null
  const { proposedBy, proposedAt, customerCode, agreed, isVoid, mark } = proposal
  const isOwn = proposedBy === username
  const rows = [
    { label: 'Proposed by', value: proposedBy },
    {
      label: 'Proposed',
      value: <time dateTime={proposedAt}>{longTime(proposedAt, timezone)}</time>,
    },
    { label: 'Customer code', value: customerCode },
    ...agreedRows(agreed, timezone),
  ]
  return (
    <RecordCard id="proposal" title="Proposed Approval" rows={rows} wide>
      {isVoid ? (
        <p className="notice">{proposalTexts.isVoid}</p>
      ) : needsSecondPerson(proposal, secondPersonAbove) ? (
        <p>
          <strong>Waiting for a second person.</strong>
          {isOwn && ' Somebody else has to confirm it.'}
        </p>
      ) : (
        <p>
          <strong>One person is enough now.</strong> The limit for one person was raised or removed,
          so anybody who may decide can approve the application.
        </p>
      )}
      {may('decide') && (
        <form id={form.id} method="post" className="stack no-print" noValidate data-in-place="">
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="proposal" value={mark} />
          {!isOwn && !isVoid && (
            <p>
              <Button type="submit" variant="primary" name="action" value="confirm">
                Confirm &amp; Send Email
              </Button>
            </p>
          )}
          {!isOwn && (
            <TextArea
              {...areaOf(fields.declineReason)}
              label="Why do you decline?"
              hint="The accounts team gets this by email."
              maxLength={2000}
            />
          )}
          <p>
            <Button small type="submit" name="action" value="decline">
              {isOwn ? 'Withdraw the proposal' : 'Decline the proposal'}
            </Button>
          </p>
        </form>
      )}
    </RecordCard>
  )
}

/** The limit for one person may have been raised since. */
export const needsSecondPerson = ({ agreed }: Proposal, secondPersonAbove: number | null) =>
  isAboveLimit(agreed.creditLimit, secondPersonAbove)
