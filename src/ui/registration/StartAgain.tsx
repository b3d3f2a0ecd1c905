import { Button } from '#src/ui/fields/Button.tsx'

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
