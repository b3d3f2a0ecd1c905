import { Button } from '#src/ui/fields/Button.tsx'

export function SignInAgain({ href, button }: { href: string; button: string }) {
  return (
    <p>
      Your session has ended.{' '}
      <a href={href} target="_blank" rel="noopener">
        Sign in again (opens in new tab)
      </a>
      {`, then press ${button} on this page. What you typed is still here.`}
    </p>
  )
}

/** Opened by `islands/in-place.ts` while typing would be lost. */
export const SessionEnded = ({ signIn }: { signIn: string }) => (
  <dialog className="dialog" id="session-ended" aria-label="Your session has ended">
    <form method="dialog">
      <SignInAgain href={signIn} button="the same button" />
      <div className="actions">
        <Button type="submit" variant="primary">
          Close
        </Button>
      </div>
    </form>
  </dialog>
)
