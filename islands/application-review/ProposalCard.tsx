import { proposalTexts } from '#src/forms/admin/agreed-terms.ts'
import { mayDo } from '#src/forms/admin/roles.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { agreedRows } from './AgreedCard.tsx'
import type { Review } from './use-review.ts'

/** An approval that waits for a second person; its forms post to the page with or without scripts. */
export function ProposalCard({ review }: { review: Review }) {
  const { record, errors, typed, timezone } = review
  const { proposal } = record
  if (!proposal) return null
  const { proposedBy, proposedAt, customerCode, agreed, isVoid, mark } = proposal
  const isOwn = proposedBy === review.username
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
      ) : (
        <p>
          <strong>Waiting for a second person.</strong>
          {isOwn && ' Somebody else has to confirm it.'}
        </p>
      )}
      {mayDo(review.role, 'decide') && (
        <form method="post" className="stack no-print" noValidate>
          <input type="hidden" name="version" value={record.version} />
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
              id="declineReason"
              name="declineReason"
              label="Why do you decline?"
              hint="The accounts team gets this by email."
              defaultValue={typed.declineReason}
              error={errors.declineReason}
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
