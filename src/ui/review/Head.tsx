import { queryString, recordHref } from '#src/forms/admin/dashboard-query.ts'
import { allowed, isAboveLimit } from '#src/forms/admin/decisions.ts'
import { counted } from '#src/forms/counted.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Layout.tsx'
import { longDay } from '#src/ui/record/dates.ts'
import { DocumentLinks, StatusBadge, tableBadge } from '#src/ui/record/RecordCard.tsx'
import { KeptList } from './ReviewDialog.tsx'
import type { Part, Review } from './review.ts'

export function ReviewHeader({ review, may }: Part) {
  const { record, isEditing, next } = review
  const list = queryString(review.list)
  const { id, status, proposal } = record
  return (
    <div className="review-head">
      <div role="alert">
        <p className="notice notice-bad" id="overtaken" tabIndex={-1} hidden />
      </div>
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
          <Standing review={review} may={may} />
        </div>
        <div className="head-actions">
          {may('amend') && (
            <form
              className={isEditing ? 'actions edit-bar' : 'actions'}
              method="get"
              data-in-place=""
            >
              <KeptList review={review} />
              {!isEditing && may('decide') && <DecisionButtons review={review} />}
              {/* the same button, so that it keeps the focus */}
              <Button
                type="submit"
                id="edit-record"
                {...(!isEditing && { name: 'edit', value: '1' })}
              >
                {isEditing ? (
                  'Cancel'
                ) : (
                  <>
                    <Icon name="edit" /> Edit
                  </>
                )}
              </Button>
              {isEditing && (
                <>
                  <Button type="submit" variant="primary" form="edit" formMethod="post">
                    Save Changes
                  </Button>
                  <span className="quiet" id="edit-count" role="status" />
                </>
              )}
              {!isEditing && mayAsk({ review, may }) && (
                <Button type="submit" name="dialog" value="ask" data-opens="ask">
                  Ask the Customer
                </Button>
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

/** Of many questions one may be open. */
export const mayAsk = ({ review: { record }, may }: Part) =>
  may('annotate') &&
  record.status === 'submitted' &&
  !record.requests.some(({ answeredAt, closedAt }) => !answeredAt && !closedAt)

export const colleaguesOf = ({ record, username, owners }: Review) =>
  record.status === 'draft'
    ? []
    : owners.filter((name) => name !== record.owner && name !== username)

function DecisionButtons({ review: { record, username, secondPersonAbove } }: { review: Review }) {
  const { status, proposal, closedOn } = record
  const can = closedOn ? [] : allowed(status)
  const isProposed = proposal !== null && !proposal.isVoid
  const waits = isProposed && isAboveLimit(proposal.agreed.creditLimit, secondPersonAbove)
  return (
    <>
      {isProposed && proposal.proposedBy !== username && (
        <>
          <Button
            type="submit"
            variant="primary"
            name="dialog"
            value="confirm"
            data-opens="confirm"
          >
            Confirm Approval
          </Button>
          <Button type="submit" name="dialog" value="decline" data-opens="decline">
            Decline Proposal
          </Button>
        </>
      )}
      {can.includes('approved') && !waits && (
        <Button type="submit" variant="primary" name="dialog" value="approve" data-opens="approve">
          {status === 'rejected' ? 'Re-approve Application' : 'Approve Application'}
        </Button>
      )}
      {can.includes('rejected') && (
        <Button type="submit" variant="danger" name="dialog" value="reject" data-opens="reject">
          Reject Application
        </Button>
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

function Standing({ review, may }: Part) {
  const { record, timezone, username } = review
  const { status, owner, decidedBy, proposedBy } = record
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
      {status !== 'draft' && (
        <form method="post" className="head-facts" data-in-place="">
          <KeptList review={review} />
          <input type="hidden" name="owner" value={owner ?? ''} />
          <span>{owner ? `Owner: ${owner}` : 'Unassigned'}</span>
          {may('decide') && owner !== username && (
            <Button small type="submit" name="action" value="take">
              Take
            </Button>
          )}
          {may('decide') && owner && (
            <Button small type="submit" name="action" value="release">
              Release
            </Button>
          )}
          {may('decide') && colleaguesOf(review).length > 0 && (
            <Button
              small
              type="submit"
              formMethod="get"
              name="dialog"
              value="hand-over"
              data-opens="hand-over"
            >
              Hand Over
            </Button>
          )}
        </form>
      )}
    </>
  )
}
