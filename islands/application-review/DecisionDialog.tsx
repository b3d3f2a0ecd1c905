import {
  type ReactNode,
  type RefObject,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { mayDo } from '#src/forms/admin/roles.ts'
import { MailNotice } from '#src/ui/admin/emails/MailNotice.tsx'
import { Button } from '#src/ui/fields/Button.tsx'
import { FormDialog } from '#src/ui/fields/FormDialog.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { withdrawFailure } from '#src/ui/toasts/toast.ts'
import type { Failure, Review } from './use-review.ts'

type DialogProps = {
  /** Also the action that the form posts. */
  name: 'approve' | 'reject'
  title: string
  open: boolean
  dialog: RefObject<HTMLDialogElement | null>
  failure: Failure | null
  review: Review
  submit: string
  /** Why it cannot be sent yet, or `null`; the server decides. */
  missing: string | null
  onSend: () => Promise<void>
  /** Forgets the failure: the dialog opens again without it. */
  onClose: () => void
  children: ReactNode
}

/** A decision's dialog, with what is missing and why the server refused. */
export function DecisionDialog({ name, title, dialog, failure, review, ...rest }: DialogProps) {
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  // the button was disabled meanwhile and lost the focus; the field at fault may be out of sight
  useEffect(() => {
    if (!failure) return
    const wrong = dialog.current?.querySelector<HTMLElement>('[aria-invalid]')
    const target = wrong ?? dialog.current?.querySelector<HTMLElement>('[type=submit]')
    target?.focus()
  }, [failure, dialog])
  const { submit, missing, onSend, onClose, children, open } = rest
  const { pending, record } = review
  const waits = awake && missing !== null

  // A double click comes before the button is drawn disabled, or while the code is still being checked.
  const sending = useRef(false)

  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (missing || pending || sending.current) return
    sending.current = true
    await onSend().finally(() => {
      sending.current = false
    })
  }

  return (
    <FormDialog
      {...{ name, title, dialog, open }}
      onSubmit={send}
      onClose={() => {
        withdrawFailure()
        onClose()
      }}
      submit={
        <Button
          type="submit"
          variant={name === 'approve' ? 'primary' : 'danger'}
          name="action"
          value={name}
          disabled={waits || pending}
          aria-describedby={`${name}-note`}
        >
          {pending ? 'Sending...' : submit}
        </Button>
      }
    >
      <input type="hidden" name="version" value={record.version} />
      <div role="alert">
        {failure && !Object.keys(failure.errors).length && (
          <div className="notice notice-bad">
            {failure.ended ? (
              <SignInAgain href="/admin" button={submit} />
            ) : (
              <p>{failure.message}</p>
            )}
          </div>
        )}
      </div>
      {children}
      {record.mail && (
        <MailNotice
          status={record.mail}
          hasLink={mayDo(review.role, 'settings')}
          timezone={review.timezone}
        />
      )}
      <p className="hint" id={`${name}-note`}>
        {(waits && missing) ||
          (record.mail
            ? 'The customer gets the email once email goes out again.'
            : 'The customer will be told by email.')}
      </p>
    </FormDialog>
  )
}
