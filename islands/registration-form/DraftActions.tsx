import { Button } from '#src/ui/fields/Button.tsx'

/** Saves the form as it is and emails a link to it; the button belongs to the form, so it posts all that was typed. */
export function FinishLater({ formId, pending }: { formId: string; pending: boolean }) {
  return (
    <details>
      <summary>Finish on another device</summary>
      <div className="stack">
        <p>
          The link goes to your main email address, works once within 24 hours, and moves your draft
          to that device.
        </p>
        <Button
          form={formId}
          type="submit"
          name="step"
          value="email-link"
          aria-disabled={pending || undefined}
        >
          Email me a link to finish on another device
        </Button>
      </div>
    </details>
  )
}

/** Asks before it deletes the draft; a form of its own, which works without scripts. */
export function StartAgain({ onSubmit }: { onSubmit?: () => void }) {
  return (
    <details>
      <summary>Start again</summary>
      <form
        id="start-again"
        method="post"
        action="/client-form"
        className="stack"
        onSubmit={onSubmit}
      >
        <p>This deletes all the answers in your draft. It cannot be undone.</p>
        <Button type="submit" variant="danger" name="action" value="start-again">
          Delete my draft and start again
        </Button>
      </form>
    </details>
  )
}
