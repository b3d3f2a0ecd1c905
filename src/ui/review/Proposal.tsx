import {
  type AgreedTerms,
  agreedLabels,
  isAboveLimit,
  poundsText,
  proposalTexts,
} from '#src/forms/admin/decisions.ts'
import { AloneNotice, MailNotice } from '#src/ui/admin/Notices.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf } from '#src/ui/fields/control.ts'
import { TextArea } from '#src/ui/fields/Field.tsx'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { RecordCard, RecordRows } from '#src/ui/record/RecordCard.tsx'
import { KeptList, ReviewDialog } from './ReviewDialog.tsx'
import type { FormPart, Part, Review } from './review.ts'

export function ProposalCard({ review, may }: Part) {
  const { record, username, owners, secondPersonAbove } = review
  const { proposal } = record
  if (!proposal) return null
  const { proposedBy, agreed, isVoid, mark } = proposal
  const isOwn = proposedBy === username
  return (
    <RecordCard id="proposal" title="Proposed Approval" rows={rowsOf(review)} wide>
      {isVoid ? (
        <p className="notice">{proposalTexts.isVoid}</p>
      ) : isAboveLimit(agreed.creditLimit, secondPersonAbove) ? (
        <>
          <p>
            <strong>Waiting for a second person.</strong>
            {isOwn && ' Somebody else has to confirm it.'}
          </p>
          {owners.length < 2 && <AloneNotice mayInvite={may('team')} />}
        </>
      ) : (
        <p>
          <strong>One person is enough now.</strong> The limit for one person was raised or removed,
          so anybody who may decide can approve the application.
        </p>
      )}
      {may('decide') && isOwn && (
        <form method="post" className="no-print" data-in-place="">
          <input type="hidden" name="proposal" value={mark} />
          <Button small type="submit" name="action" value="decline">
            Withdraw Proposal
          </Button>
        </form>
      )}
      {may('decide') && !isOwn && isVoid && (
        <form method="get" className="no-print" data-in-place="">
          <KeptList review={review} />
          <Button small type="submit" name="dialog" value="decline" data-opens="decline">
            Decline Proposal
          </Button>
        </form>
      )}
    </RecordCard>
  )
}

export function ProposalDialogs({ review, may, form: [form, fields] }: FormPart<'declineReason'>) {
  const { record, username, timezone, codeWarnings } = review
  const { proposal, version, mail } = record
  if (!proposal || proposal.proposedBy === username || !may('decide')) return null
  const mark = <input type="hidden" name="proposal" value={proposal.mark} />
  return (
    <>
      {!proposal.isVoid && (
        <ReviewDialog
          name="confirm"
          title="Confirm Approval"
          review={review}
          submit="Confirm &amp; Send Email"
        >
          <input type="hidden" name="version" value={version} />
          {mark}
          {codeWarnings.map((text) => (
            <p className="notice notice-warn" key={text}>
              {text}
            </p>
          ))}
          <RecordRows rows={rowsOf(review)} />
          {mail && <MailNotice status={mail} hasLink={may('settings')} timezone={timezone} />}
        </ReviewDialog>
      )}
      <ReviewDialog
        name="decline"
        id={form.id}
        title="Decline Proposal"
        review={review}
        submit="Decline Proposal"
        variant="danger"
      >
        {mark}
        <TextArea
          {...areaOf(fields.declineReason)}
          label="Why do you decline?"
          hint="The accounts team gets this by email."
          maxLength={2000}
        />
      </ReviewDialog>
    </>
  )
}

function rowsOf({ record: { proposal }, timezone }: Review) {
  if (!proposal) return []
  const { proposedBy, proposedAt, customerCode, agreed } = proposal
  return [
    { label: 'Proposed by', value: proposedBy },
    {
      label: 'Proposed',
      value: <time dateTime={proposedAt}>{longTime(proposedAt, timezone)}</time>,
    },
    { label: 'Customer code', value: customerCode },
    ...agreedRows(agreed, timezone),
  ]
}

export function agreedRows(agreed: AgreedTerms, timezone: string) {
  const { creditLimit, paymentTerms, reviewDate, remark, isInDocument } = agreed
  return [
    {
      label: agreedLabels.creditLimit,
      value: creditLimit === null ? 'N/A' : poundsText(creditLimit),
    },
    { label: agreedLabels.paymentTerms, value: paymentTerms ?? 'N/A' },
    { label: agreedLabels.reviewDate, value: longDay(reviewDate, timezone) ?? 'N/A' },
    { label: agreedLabels.isInDocument, value: isInDocument ? 'Yes' : 'No' },
    ...(remark
      ? [{ label: agreedLabels.remark, value: <span className="lines">{remark}</span> }]
      : []),
  ]
}
