import { type ReactNode, type RefObject, type SubmitEvent, useEffect, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import type { Failure, Review } from './use-review.ts'

type DialogProps = {
  /** Also the name of the deed that the form posts. */
  name: 'approve' | 'reject'
  title: string
  /** The page came with it open: without scripts it stands in the page. */
  open: boolean
  dialog: RefObject<HTMLDialogElement | null>
  failure: Failure | null
  review: Review
  submit: string
  /** Why it cannot be sent yet, `null` when it can; the server has the last word. */
  missing: string | null
  onSend: () => void
  children: ReactNode
}

/** A decision's dialog: a form of its own that posts to the page; Escape and Cancel close it. */
export function DecisionDialog({ name, title, dialog, failure, review, ...rest }: DialogProps) {
  const [awake, setAwake] = useState(false)
  useEffect(() => setAwake(true), [])
  const { submit, missing, onSend, children, open } = rest
  const { pending, record } = review
  const waits = awake && missing !== null

  function send(event: SubmitEvent) {
    event.preventDefault()
    if (!missing && !pending) onSend()
  }

  return (
    <dialog
      className="dialog"
      id={name}
      ref={dialog}
      aria-labelledby={`${name}-title`}
      {...(open && { open: true })}
    >
      <form method="post" noValidate onSubmit={send}>
        <input type="hidden" name="version" value={record.version} />
        <h2 id={`${name}-title`}>{title}</h2>
        <div role="alert">
          {failure && !Object.keys(failure.errors).length && (
            <p className="notice notice-bad">{failure.message}</p>
          )}
        </div>
        {children}
        <p className="hint" id={`${name}-note`}>
          {(waits && missing) || 'The customer is told by email.'}
        </p>
        <div className="actions">
          {/* First in the form, so that Enter sends; drawn last. */}
          <Button
            type="submit"
            look={name === 'approve' ? 'primary' : 'danger'}
            name="deed"
            value={name}
            disabled={waits}
            aria-disabled={pending}
            aria-describedby={`${name}-note`}
          >
            {pending ? 'Sending...' : submit}
          </Button>
          <Button
            type="submit"
            formMethod="get"
            name="dialog"
            value=""
            onClick={(event) => {
              event.preventDefault()
              dialog.current?.close()
            }}
          >
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}
