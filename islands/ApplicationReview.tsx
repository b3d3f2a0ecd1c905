import { useRef } from 'react'
import { mayDo } from '#src/forms/admin/roles.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { openDialog } from '#src/ui/fields/FormDialog.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { Cards } from './application-review/Cards.tsx'
import { Approve, Reject } from './application-review/Decisions.tsx'
import { Flags } from './application-review/Flags.tsx'
import { Notes } from './application-review/Notes.tsx'
import { Owner } from './application-review/Owner.tsx'
import { ProposalCard } from './application-review/ProposalCard.tsx'
import { Requests } from './application-review/Requests.tsx'
import { ReviewHeader } from './application-review/ReviewHeader.tsx'
import { SignInAddress } from './application-review/SignInAddress.tsx'
import { Emails, History } from './application-review/Timeline.tsx'
import { type ReviewData, useReview } from './application-review/use-review.ts'

export type Props = ReviewData & {
  /** The dialog that stands open in the page, before scripts: 'approve', 'reject', 'move' or ''. */
  dialog: string
}

/** An application as the reviewer decides it: warnings first, then the record, then what happened. */
export default function ApplicationReview({ dialog, ...given }: Props) {
  const review = useReview(given)
  const dialogs = {
    approve: useRef<HTMLDialogElement>(null),
    reject: useRef<HTMLDialogElement>(null),
  }
  const { record, errors, loading } = review

  return (
    <div className="sections">
      <div>
        <ErrorSummary faults={errors} />
        {review.ended && (
          <div className="notice notice-bad" role="alert">
            <SignInAgain href="/admin" button="Save Changes" />
          </div>
        )}
        <ReviewHeader review={review} onOpen={(name) => openDialog(dialogs[name])} />
        <div className={loading ? 'pulse pulse-on' : 'pulse'} aria-hidden="true" />
      </div>
      {mayDo(review.role, 'decide') && (
        <>
          <Approve
            review={review}
            dialog={dialogs.approve}
            open={dialog === 'approve'}
            sharedCode={given.sharedCode}
          />
          <Reject review={review} dialog={dialogs.reject} open={dialog === 'reject'} />
        </>
      )}
      <Flags record={record} warnings={review.warnings} />
      <ProposalCard review={review} />
      <Requests review={review} />
      <Cards review={review} />
      <div className="cards">
        <Owner review={review} />
        <Notes review={review} />
        <Emails review={review} />
        <SignInAddress review={review} open={dialog === 'move'} />
        <History review={review} />
      </div>
    </div>
  )
}
