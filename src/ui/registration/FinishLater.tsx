import { Button } from '#src/ui/fields/Button.tsx'

/** Saves the form as it is and emails a link to it; the button belongs to the form, so it posts all that was typed. */
export function FinishLater({ formId, pending }: { formId: string; pending: boolean }) {
  return (
    <details className="finish-later">
      <summary>Finish on another device</summary>
      <div className="stack">
        <p>
          This saves your answers and emails a link to the main email address in section 1. The link
          works once, within 24 hours. It opens your draft where you are then, and closes it here.
        </p>
        <Button form={formId} type="submit" name="step" value="email-link" aria-disabled={pending}>
          Email me a link to finish on another device
        </Button>
      </div>
    </details>
  )
}
