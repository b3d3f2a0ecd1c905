import {
  type AgreedTerms,
  agreedLabels,
  isAboveLimit,
  poundsText,
} from '#src/forms/admin/decisions.ts'
import { proposalTexts } from '#src/forms/admin/proposal-texts.ts'
import { AloneNotice, MailNotice } from '#src/ui/admin/Notices.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { longDay, longTime } from '#src/ui/record/dates.ts'
import { RecordCard, RecordRows } from '#src/ui/record/RecordCard.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { success } from '#src/ui/toasts/toast.ts'
import { DeskDialog, KeptList, OpenButton, PressForm, useDeskForm } from './DeskForm.tsx'
import type { DeskAction, Part, Review } from './review.ts'

export const confirm: DeskAction = {
  right: 'decide',
  done: adminToasts.approved,
  Dialog: ConfirmApproval,
}

/** Lets the proposer withdraw without a dialog. */
export const decline: DeskAction = {
  right: 'decide',
  done: success('The proposal has ended'),
  Dialog: DeclineProposal,
}

export function ProposalCard({ desk }: Part) {
  const { review, may } = desk
  const { record, username, isAlone, secondPersonAbove } = review
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
          {isAlone && <AloneNotice mayInvite={may('team')} />}
        </>
      ) : (
        <p>
          <strong>One person is enough now.</strong> The limit for one person was raised or removed,
          so anybody who may decide can approve the application.
        </p>
      )}
      {may('decide') && isOwn && (
        <PressForm desk={desk} action="decline" id="own" hidden={{ proposal: mark }}>
          Withdraw Proposal
        </PressForm>
      )}
      {may('decide') && !isOwn && isVoid && (
        <form method="get" className="no-print">
          <KeptList review={review} />
          <OpenButton small desk={desk} dialog="decline">
            Decline Proposal
          </OpenButton>
        </form>
      )}
    </RecordCard>
  )
}

function ConfirmApproval({ desk }: Part) {
  const { record, username, timezone, codeWarnings } = desk.review
  const { proposal, version, mail } = record
  const form = useDeskForm(desk, 'confirm')
  const isOpenTo = proposal && proposal.proposedBy !== username && !proposal.isVoid
  if (!isOpenTo && desk.dialog !== 'confirm') return null
  return (
    <DeskDialog
      desk={desk}
      name="confirm"
      title="Confirm Approval"
      form={form}
      hidden={{ version, proposal: proposal?.mark }}
      submit="Confirm & Send Email"
    >
      {codeWarnings.map((text) => (
        <p className="notice notice-warn" key={text}>
          {text}
        </p>
      ))}
      <RecordRows rows={rowsOf(desk.review)} />
      {mail && <MailNotice status={mail} hasLink={desk.may('settings')} timezone={timezone} />}
    </DeskDialog>
  )
}

function DeclineProposal({ desk }: Part) {
  const { proposal } = desk.review.record
  const form = useDeskForm<'declineReason'>(desk, 'decline')
  const isOpenTo = proposal && proposal.proposedBy !== desk.review.username
  if (!isOpenTo && desk.dialog !== 'decline') return null
  return (
    <DeskDialog
      desk={desk}
      name="decline"
      title="Decline Proposal"
      form={form}
      hidden={{ proposal: proposal?.mark }}
      submit="Decline Proposal"
      variant="danger"
    >
      <Field
        of={form.fields.declineReason}
        as="area"
        label="Why do you decline?"
        hint="The accounts team gets this by email."
        maxLength={2000}
      />
    </DeskDialog>
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
