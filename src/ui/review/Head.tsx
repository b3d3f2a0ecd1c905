import { type RefObject, useEffect, useRef } from 'react'
import { queryString, recordHref } from '#src/forms/admin/dashboard-query.ts'
import { allowed, isAboveLimit } from '#src/forms/admin/decisions.ts'
import { counted } from '#src/forms/counted.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Layout.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { DocumentLinks, StatusBadge, tableBadge } from '#src/ui/record/RecordCard.tsx'
import { mayAsk } from './Asking.tsx'
import { KeptList, OpenButton } from './DeskForm.tsx'
import { Owner } from './Owner.tsx'
import type { Part, Review } from './review.ts'

type HeaderProps = Part & {
  /** What a colleague's decision means for the reader's own. */
  overtakenBy: string
  editButton: RefObject<HTMLButtonElement | null>
}

export function ReviewHeader({ desk, overtakenBy, editButton }: HeaderProps) {
  const { review, may, isEditing } = desk
  const { record, next } = review
  const list = queryString(review.list)
  const { id, status, proposal } = record
  return (
    <div className="review-head">
      <div role="alert">{overtakenBy && <Overtaken text={overtakenBy} />}</div>
      <p className="filters">
        <a className="back" href={`/admin/dashboard${list && `${list}#applications-title`}`}>
          <Icon name="back" /> Back to Dashboard
        </a>
        {next && (
          <a className="no-print" href={recordHref(next.id, review.list)}>
            {`Next: ${next.businessName ?? next.id}`}
          </a>
        )}
      </p>
      <div className="page-head-row">
        <div>
          <h1>
            Application <span className="whole">{`#${id}`}</span>
          </h1>
          <p className="lead">{record.businessName || 'N/A'}</p>
          <p className="head-facts">
            <StatusBadge {...tableBadge(status, record.completionPercentage)} />
            {record.closedOn && <StatusBadge tone="quiet" label="Closed" />}
            {proposal && !proposal.isVoid && <StatusBadge tone="waiting" label="Proposed" />}
            <Age review={review} />
          </p>
          <Standing desk={desk} />
        </div>
        <div className="head-actions">
          {may('amend') && !isEditing && (
            <form className="actions" method="get">
              <KeptList review={review} />
              {may('decide') && <DecisionButtons desk={desk} />}
              <Button
                type="submit"
                id="edit-record"
                ref={editButton}
                name="edit"
                value="1"
                onClick={(event) => {
                  event.preventDefault()
                  desk.edit(true)
                }}
              >
                <Icon name="edit" /> Edit
              </Button>
              {mayAsk(desk) && (
                <OpenButton desk={desk} dialog="ask">
                  Ask the Customer
                </OpenButton>
              )}
            </form>
          )}
          <div className="actions">
            <ButtonLink href={`/api/applications/${id}/pdf`} target="_blank" rel="noopener">
              <Icon name="download" /> Download
            </ButtonLink>
            <DocumentLinks
              id={id}
              documents={record.documents}
              isRejected={record.status === 'rejected'}
            />
          </div>
        </div>
      </div>
      <nav className="actions no-print" aria-label="On this page">
        <a href="#emails">{`Emails (${record.emails.length})`}</a>
        <a href="#notes">{`Notes (${record.notes.length})`}</a>
        <a href="#history">History</a>
      </nav>
    </div>
  )
}

/** Renders the notice, which takes the focus because the dialog that had it is closed. */
function Overtaken({ text }: { text: string }) {
  const notice = useRef<HTMLParagraphElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <p className="notice notice-bad" id="overtaken" tabIndex={-1} ref={notice}>
      {text}
    </p>
  )
}

function DecisionButtons({ desk }: Part) {
  const { record, username, secondPersonAbove } = desk.review
  const { status, proposal, closedOn } = record
  const can = closedOn ? [] : allowed(status)
  const isProposed = proposal !== null && !proposal.isVoid
  const waits = isProposed && isAboveLimit(proposal.agreed.creditLimit, secondPersonAbove)
  return (
    <>
      {isProposed && proposal.proposedBy !== username && (
        <>
          <OpenButton desk={desk} variant="primary" dialog="confirm">
            Confirm Approval
          </OpenButton>
          <OpenButton desk={desk} dialog="decline">
            Decline Proposal
          </OpenButton>
        </>
      )}
      {can.includes('approved') && !waits && (
        <OpenButton desk={desk} variant="primary" dialog="approve">
          {status === 'rejected' ? 'Re-approve Application' : 'Approve Application'}
        </OpenButton>
      )}
      {can.includes('rejected') && (
        <OpenButton desk={desk} variant="danger" dialog="reject">
          Reject Application
        </OpenButton>
      )}
    </>
  )
}

function Age({ review: { waiting, promisedTo } }: { review: Review }) {
  if (!waiting) return null
  const { days, isLate, isPaused } = waiting
  const words = counted(days, 'working day')
  return (
    <span className={isLate && !isPaused ? 'waiting waiting-late' : 'waiting'}>
      {isPaused
        ? `Waiting for the customer. Waited ${words} before that`
        : isLate
          ? `Overdue: waiting ${words}, promised within ${promisedTo}`
          : `Waiting ${words} of ${promisedTo} promised`}
    </span>
  )
}

function Standing({ desk }: Part) {
  const { record, timezone } = desk.review
  const { status, decidedBy, proposedBy } = record
  const isDecided = (status === 'approved' || status === 'rejected') && decidedBy
  return (
    <>
      {isDecided && (
        <p>
          {`${status === 'approved' ? 'Approved' : 'Rejected'} by ${decidedBy} on ${longDay(record.financeDate, timezone)}`}
          {proposedBy && `, proposed by ${proposedBy}`}
        </p>
      )}
      {record.closedOn && (
        <p className="lines">
          {`Closed on ${longDay(record.closedOn, timezone)}: ${record.closingReason}`}
        </p>
      )}
      {status !== 'draft' && <Owner desk={desk} />}
    </>
  )
}
