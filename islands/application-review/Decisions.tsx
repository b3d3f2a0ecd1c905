import { type RefObject, useState } from 'react'
import { TextArea, TextField } from '#src/ui/Field.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import type { Failure, Review } from './use-review.ts'

type DecisionProps = {
  review: Review
  dialog: RefObject<HTMLDialogElement | null>
  open: boolean
}

/** Approve with a customer code; a rejected application keeps the code it had (contract 5.15, 5.16). */
export function Approve({ review, dialog, open }: DecisionProps) {
  const { status, customerCode } = review.record
  const [typed, setTyped] = useState(review.typed.customerCode ?? null)
  const code = typed ?? (status === 'rejected' ? (customerCode ?? '') : '')
  const [failure, setFailure] = useState<Failure | null>(null)
  const error = failure?.errors.customerCode ?? review.errors.customerCode

  async function send() {
    const failed = await review.approve(code.trim())
    setFailure(failed)
    if (failed) return
    dialog.current?.close()
    setTyped(null)
  }

  return (
    <DecisionDialog
      name="approve"
      title={status === 'rejected' ? 'Re-approve Application' : 'Approve Application'}
      submit="Approve & Send Email"
      missing={code.trim() ? null : 'Enter a customer code to approve the application.'}
      {...{ dialog, open, failure, onSend: send, review }}
    >
      <TextField
        id="customerCode"
        name="customerCode"
        label="Customer code"
        hint="The customer sees it in the portal and in the email"
        placeholder="e.g. CUST-0001"
        width="code"
        value={code}
        onChange={(event) => setTyped(event.target.value)}
        error={error}
        maxLength={50}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
    </DecisionDialog>
  )
}

/** Reject with an optional reason, which the customer gets to read. */
export function Reject({ review, dialog, open }: DecisionProps) {
  const [reason, setReason] = useState(review.typed.reason ?? '')
  const [failure, setFailure] = useState<Failure | null>(null)

  async function send() {
    const failed = await review.reject(reason.trim())
    setFailure(failed)
    if (failed) return
    dialog.current?.close()
    setReason('')
  }

  return (
    <DecisionDialog
      name="reject"
      title="Reject Application"
      submit="Reject & Send Email"
      missing={null}
      {...{ dialog, open, failure, onSend: send, review }}
    >
      <TextArea
        id="reason"
        name="reason"
        label="Reason (optional)"
        hint="Sent to the customer as it stands here"
        rows={4}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={failure?.errors.reason ?? review.errors.reason}
        maxLength={2000}
      />
    </DecisionDialog>
  )
}
