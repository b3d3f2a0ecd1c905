import { allowed } from '#src/forms/admin/decisions.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { StatusBadge, tableBadge } from '#src/ui/record/application-badge.tsx'
import { DocumentLinks } from '#src/ui/record/RecordCard.tsx'
import { needsSecondPerson } from './RecordCards.tsx'
import type { Part } from './review.ts'

export function ReviewHeader({ review, may }: Part) {
  const { record, isEditing, secondPersonAbove } = review
  const { id, status, proposal } = record
  const isProposed = proposal !== null && !proposal.isVoid
  const waits = isProposed && needsSecondPerson(proposal, secondPersonAbove)
  const can = may('decide') && !isEditing ? allowed(status) : []
  return (
    <div className="review-head">
      <p>
        <a className="back" href="/admin/dashboard">
          <Icon name="back" /> Back to Dashboard
        </a>
      </p>
      <div className="page-head-row">
        <div>
          <h1>
            Application <span className="whole">{`#${id}`}</span>
          </h1>
          <p className="lead">{record.businessName || 'N/A'}</p>
          <StatusBadge {...tableBadge(status, record.completionPercentage)} />{' '}
          {isProposed && <StatusBadge tone="waiting" label="Proposed" />}
        </div>
        <form className="actions" method="get" data-in-place="">
          {can.includes('approved') && !waits && (
            <Button
              type="submit"
              variant="primary"
              name="dialog"
              value="approve"
              data-opens="approve"
            >
              {status === 'rejected' ? 'Re-approve Application' : 'Approve Application'}
            </Button>
          )}
          {can.includes('rejected') && (
            <Button type="submit" variant="danger" name="dialog" value="reject" data-opens="reject">
              Reject Application
            </Button>
          )}
          {may('amend') && (
            // the same button, so that it keeps the focus
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
          )}
          {isEditing && (
            <Button type="submit" variant="primary" form="edit" formMethod="post">
              Save Changes
            </Button>
          )}
          <ButtonLink href={`/api/applications/${id}/pdf`} target="_blank" rel="noopener">
            <Icon name="download" /> Download
          </ButtonLink>
          <DocumentLinks id={id} documents={record.documents} />
        </form>
      </div>
    </div>
  )
}
