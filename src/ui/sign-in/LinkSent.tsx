import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'

type LinkSentProps = {
  /** Text, and a script may fill it in. */
  email: string
  path: string
  signIn: string
}

export function LinkSent({ email, path, signIn }: LinkSentProps) {
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1}>Check Your Email</h1>
        <p className="lead">
          If there is an account for <strong data-email="">{email}</strong>, a reset link is on its
          way to that address.
        </p>
      </div>
      <div className="stack">
        <ol>
          <li>Check your inbox and spam folder</li>
          <li>Click the reset link</li>
          <li>Create a new secure password</li>
        </ol>
        <p>
          The reset link expires in 24 hours, and works once. Only the one in the newest email
          works.
        </p>
        <form method="get" action={path} className="actions">
          <Button type="submit">Send Another Email</Button>
          <ButtonLink variant="ghost" href={signIn}>
            Back to Login
          </ButtonLink>
        </form>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
    </>
  )
}
