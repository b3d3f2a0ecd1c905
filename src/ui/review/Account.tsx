import { agreedLabels, agreedLengths } from '#src/forms/admin/decisions.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { areaOf, inputOf } from '#src/ui/fields/control.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { KeptList, ReviewDialog } from './ReviewDialog.tsx'
import type { FormPart, Review } from './review.ts'

/** Of an approved account. */
export const AccountButtons = ({ review }: { review: Review }) => (
  <form method="get" className="actions no-print" data-in-place="">
    <KeptList review={review} />
    <Button small type="submit" name="dialog" value="review" data-opens="review">
      Reviewed
    </Button>
  </form>
)

type ReviewedProps = FormPart<'reviewDate' | 'reviewRemark'>

export function Reviewed({ review, form: [form, fields] }: ReviewedProps) {
  const { record } = review
  // what was typed stays when a colleague was faster
  if (record.status !== 'approved' && form.status !== 'error') return null
  return (
    <ReviewDialog
      name="review"
      id={form.id}
      title="Account reviewed"
      review={review}
      data-in-place=""
      submit={
        <Button type="submit" variant="primary" name="action" value="review">
          Save Review
        </Button>
      }
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
