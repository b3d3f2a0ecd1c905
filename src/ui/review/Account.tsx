import { agreedLabels, agreedLengths } from '#src/forms/admin/decisions.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { KeptList, ReviewDialog } from './ReviewDialog.tsx'
import type { FormPart, Review } from './review.ts'

/** Of an approved account. */
export function AccountButtons({ review }: { review: Review }) {
  const isClosed = review.record.closedOn !== null
  return (
    <form method="get" className="actions no-print" data-in-place="">
      <KeptList review={review} />
      {isClosed ? (
        <Button small type="submit" name="dialog" value="reopen" data-opens="reopen">
          Reopen Account
        </Button>
      ) : (
        <>
          <Button small type="submit" name="dialog" value="review" data-opens="review">
            Review Account
          </Button>
          <Button small type="submit" name="dialog" value="close" data-opens="close">
            Close Account
          </Button>
        </>
      )}
    </form>
  )
}

type ReviewedProps = FormPart<'reviewDate' | 'reviewRemark'>

export function Reviewed({ review, form: [form, fields] }: ReviewedProps) {
  const { record } = review
  // what was typed stays when a colleague was faster
  if ((record.status !== 'approved' || record.closedOn) && form.status !== 'error') return null
  return (
    <ReviewDialog
      name="review"
      id={form.id}
      title="Review Account"
      review={review}
      submit="Save Review"
    >
      <input type="hidden" name="version" value={record.version} />
      <TextField
        {...inputOf(fields.reviewDate, 'date')}
        label={`Next ${agreedLabels.reviewDate.toLowerCase()} (optional)`}
        hint="Without one, the account is not due again"
        required={false}
        width="code"
      />
      <TextArea
        {...areaOf(fields.reviewRemark)}
        label="Remark (optional)"
        hint="Stands in the change history, which only your team can see"
        maxLength={agreedLengths.remark}
      />
    </ReviewDialog>
  )
}

type CloseProps = FormPart<'closedOn' | 'closingReason'>

export function CloseAccount({ review, form: [form, fields] }: CloseProps) {
  const { record } = review
  if ((record.status !== 'approved' || record.closedOn) && form.status !== 'error') return null
  return (
    <ReviewDialog
      name="close"
      id={form.id}
      title="Close Account"
      review={review}
      submit="Close Account"
      variant="danger"
    >
      <input type="hidden" name="version" value={record.version} />
      <p>
        The customer can still sign in and read everything, but change nothing, and gets no email
        about it. You can reopen the account.
      </p>
      <TextField {...inputOf(fields.closedOn, 'date')} label="Closed on" width="code" />
      <TextArea
        {...areaOf(fields.closingReason)}
        label="Reason"
        hint="Only your team can see it"
        maxLength={2000}
      />
    </ReviewDialog>
  )
}

export function ReopenAccount({ review }: { review: Review }) {
  const { record } = review
  if (record.closedOn === null) return null
  return (
    <ReviewDialog name="reopen" title="Reopen Account" review={review} submit="Reopen Account">
      <input type="hidden" name="version" value={record.version} />
      <p>The customer can change their details again. They get no email about it.</p>
    </ReviewDialog>
  )
}
