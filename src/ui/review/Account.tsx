import { agreedLabels, agreedLengths } from '#src/forms/admin/decisions.ts'
import { Field } from '#src/ui/forms/Field.tsx'
import { success } from '#src/ui/toasts/toast.ts'
import { DeskDialog, KeptList, OpenButton, useDeskForm } from './DeskForm.tsx'
import type { DeskAction, Part } from './review.ts'

export const review: DeskAction = {
  right: 'decide',
  done: success('Account reviewed'),
  Dialog: Reviewed,
}

export const close: DeskAction = {
  right: 'decide',
  done: success('Account closed'),
  Dialog: CloseAccount,
}

export const reopen: DeskAction = {
  right: 'decide',
  done: success('Account reopened'),
  Dialog: ReopenAccount,
}

/** Renders the buttons of an approved trade account. */
export function AccountButtons({ desk }: Part) {
  const isClosed = desk.review.record.closedOn !== null
  return (
    <form method="get" className="actions no-print">
      <KeptList review={desk.review} />
      {isClosed ? (
        <OpenButton small desk={desk} dialog="reopen">
          Reopen Account
        </OpenButton>
      ) : (
        <>
          <OpenButton small desk={desk} dialog="review">
            Review Account
          </OpenButton>
          <OpenButton small desk={desk} dialog="close">
            Close Account
          </OpenButton>
        </>
      )}
    </form>
  )
}

const isOpenAccount = ({
  desk: {
    review: { record },
  },
}: Part) => record.status === 'approved' && !record.closedOn

function Reviewed({ desk }: Part) {
  const form = useDeskForm<'reviewDate' | 'reviewRemark'>(desk, 'review')
  // If a colleague was faster, the dialog keeps what was typed.
  if (!isOpenAccount({ desk }) && desk.dialog !== 'review') return null
  return (
    <DeskDialog
      desk={desk}
      name="review"
      title="Review Account"
      form={form}
      hidden={{ version: desk.review.record.version }}
      submit="Save Review"
      waiting="Saving..."
    >
      <Field
        of={form.fields.reviewDate}
        as="date"
        label={`Next ${agreedLabels.reviewDate.toLowerCase()} (optional)`}
        hint="Without one, the account is not due again"
        required={false}
        width="code"
      />
      <Field
        of={form.fields.reviewRemark}
        as="area"
        label="Remark (optional)"
        hint="Shown in the change history, which only your team can see"
        maxLength={agreedLengths.remark}
      />
    </DeskDialog>
  )
}

function CloseAccount({ desk }: Part) {
  const form = useDeskForm<'closedOn' | 'closingReason'>(desk, 'close')
  if (!isOpenAccount({ desk }) && desk.dialog !== 'close') return null
  return (
    <DeskDialog
      desk={desk}
      name="close"
      title="Close Account"
      form={form}
      hidden={{ version: desk.review.record.version }}
      submit="Close Account"
      variant="danger"
      waiting="Closing..."
    >
      <p>
        The customer can still sign in and read everything, but cannot change anything, and gets no
        email about it. You can reopen the account.
      </p>
      <Field of={form.fields.closedOn} as="date" label="Closed on" width="code" />
      <Field
        of={form.fields.closingReason}
        as="area"
        label="Reason"
        hint="Only your team can see it"
        maxLength={2000}
      />
    </DeskDialog>
  )
}

function ReopenAccount({ desk }: Part) {
  const { record } = desk.review
  const form = useDeskForm(desk, 'reopen')
  if (record.closedOn === null && desk.dialog !== 'reopen') return null
  return (
    <DeskDialog
      desk={desk}
      name="reopen"
      title="Reopen Account"
      form={form}
      hidden={{ version: record.version }}
      submit="Reopen Account"
      waiting="Reopening..."
    >
      <p>The customer can change their details again. They get no email about it.</p>
    </DeskDialog>
  )
}
