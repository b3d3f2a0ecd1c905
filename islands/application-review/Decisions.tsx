import { type RefObject, useState } from 'react'
import type { CodeUse } from '#src/ui/admin/records.ts'
import { CallError } from '#src/ui/calls/call.ts'
import { failureMessage, failureToast } from '#src/ui/calls/connection-lost.ts'
import { TextArea, TextField } from '#src/ui/fields/Field.tsx'
import { adminToasts } from '#src/ui/toasts/admin-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'
import { AgreedFields } from './AgreedFields.tsx'
import { DecisionDialog } from './DecisionDialog.tsx'
import type { Failure, Review } from './use-review.ts'

type DecisionProps = {
  review: Review
  dialog: RefObject<HTMLDialogElement | null>
  open: boolean
}

type ApproveProps = DecisionProps & { sharedCode: CodeUse | null }

/** Approve with a customer code; a rejected application keeps the code it had (rules 111 and 112). */
export function Approve({ review, dialog, open, sharedCode: given }: ApproveProps) {
  const { status, customerCode } = review.record
  const [typed, setTyped] = useState(review.typed.customerCode ?? null)
  const code = typed ?? (status === 'rejected' ? (customerCode ?? '') : '')
  const [failure, setFailure] = useState<Failure | null>(null)
  const errors = { ...review.errors, ...failure?.errors }

  const [shared, setShared] = useState(given)

  /** A code that another company has is sent with the second press. */
  async function send() {
    try {
      if (shared?.code !== code.trim()) {
        const use = await review.codeUse(code.trim())
        setShared(use.companies.length > 0 ? use : null)
        if (use.companies.length > 0) return setFailure(null)
      }
    } catch (error) {
      showToast(failureToast(error, () => adminToasts.approveFailed))
      return setFailure({
        message: failureMessage(error),
        errors: {},
        ended: error instanceof CallError && error.status === 401,
      })
    }
    const form = dialog.current?.querySelector('form')
    if (!form) return
    const failed = await review.approve(agreedIn(form, code.trim()))
    setFailure(failed)
    if (failed) return
    form.reset()
    dialog.current?.close()
    setTyped(null)
    setShared(null)
  }

  return (
    <DecisionDialog
      name="approve"
      title={status === 'rejected' ? 'Re-approve Application' : 'Approve Application'}
      submit="Approve & Send Email"
      missing={code.trim() ? null : 'Enter a customer code to approve the application.'}
      {...{ dialog, open, failure, onSend: send, onClose: () => setFailure(null), review }}
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
        error={errors.customerCode}
        maxLength={50}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <AgreedFields review={review} errors={errors} />
      <div role="alert">{shared && shared.code === code.trim() && <SharedCode {...shared} />}</div>
    </DecisionDialog>
  )
}

function agreedIn(form: HTMLFormElement, customerCode: string): Record<string, string> {
  const { version: _, sharedCode: __, ...given } = Object.fromEntries(new FormData(form))
  return { ...(given as Record<string, string>), customerCode }
}

/** The question that the second press answers; without scripts the hidden field carries the answer. */
function SharedCode({ code, companies }: CodeUse) {
  return (
    <div className="notice">
      <p>{`Customer code ${code} is also used by ${companies.join(', ')}.`}</p>
      <p>To give this company the same code, press "Approve & Send Email" again.</p>
      <input type="hidden" name="sharedCode" value={code} />
    </div>
  )
}

/** Reject with an optional reason, which the customer can read. */
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
      {...{ dialog, open, failure, onSend: send, onClose: () => setFailure(null), review }}
    >
      <TextArea
        id="reason"
        name="reason"
        label="Reason (optional)"
        hint="Sent to the customer exactly as written"
        rows={4}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        error={failure?.errors.reason ?? review.errors.reason}
        maxLength={2000}
      />
    </DecisionDialog>
  )
}
