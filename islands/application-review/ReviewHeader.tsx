import type { MouseEvent } from 'react'
import { mayDo } from '#src/forms/admin/roles.ts'
import { allowed } from '#src/forms/admin/transitions.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { tableBadge } from '#src/ui/record/application-badge.ts'
import { DocumentLinks } from '#src/ui/record/DocumentLinks.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import type { Review } from './use-review.ts'

/** Title, badge and what can be done; each button works as a plain form of the page too. */
export function ReviewHeader({
  review,
  onOpen,
}: {
  review: Review
  onOpen: (dialog: 'approve' | 'reject') => void
}) {
  const { record, editing, pending } = review
  const { id, status } = record
  const isProposed = record.proposal !== null && !record.proposal.isVoid
  const can = mayDo(review.role, 'decide') ? allowed(status) : []
  const mayEdit = mayDo(review.role, 'amend')
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
        <form className="actions" method="get" action={`/admin/applications/${id}`}>
          {can.includes('approved') && !editing && !isProposed && (
            <Button
              type="submit"
              variant="primary"
              name="dialog"
              value="approve"
              onClick={instead(() => onOpen('approve'))}
            >
              {status === 'rejected' ? 'Re-approve Application' : 'Approve Application'}
            </Button>
          )}
          {can.includes('rejected') && !editing && (
            <Button
              type="submit"
              variant="danger"
              name="dialog"
              value="reject"
              onClick={instead(() => onOpen('reject'))}
            >
              Reject Application
            </Button>
          )}
          {editing ? (
            <>
              <Button type="submit" onClick={instead(review.cancelEditing)}>
                Cancel
              </Button>
              <Button
                type="submit"
                variant="primary"
                form="edit"
                formMethod="post"
                aria-disabled={pending}
              >
                {pending ? 'Saving...' : 'Save Changes'}
              </Button>
            </>
          ) : (
            mayEdit && (
              <Button
                type="submit"
                id="edit-record"
                name="edit"
                value="1"
                onClick={instead(review.startEditing)}
              >
                <Icon name="edit" /> Edit
              </Button>
            )
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

/** Does the same without a request. */
function instead(action: () => void) {
  return (event: MouseEvent) => {
    event.preventDefault()
    action()
  }
}
