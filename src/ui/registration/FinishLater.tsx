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
