import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { Layout } from '#src/ui/layout/Layout.tsx'

type Props = {
  company: Company
  /** Empty when the link does not work. */
  token: string
  email: string
  /** Why it does not work, when there is more to say than that it is too old or used. */
  why: string | null
}

/** Asks before the link of the email moves a sign-in: mail scanners open links. */
export function AddressLink({ company, token, email, why }: Props) {
  return (
    <Layout company={company} width="narrow">
      {token ? <Question {...{ token, email }} /> : <Gone why={why} />}
    </Layout>
  )
}

function Question({ token, email }: Pick<Props, 'token' | 'email'>) {
  return (
    <form method="post" action="/client-login" className="stack">
      <h1>Sign in with this address?</h1>
      <p className="lead">
        From now on you sign in with <strong>{email}</strong> and the password you have. The old
        address stops working, and everybody who is signed in is signed out.
      </p>
      <input type="hidden" name="action" value="confirm-address" />
      <input type="hidden" name="token" value={token} />
      <div className="actions">
        <Button type="submit" variant="primary">
          Confirm the address
        </Button>
        <ButtonLink variant="ghost" href="/">
          Leave it as it is
        </ButtonLink>
      </div>
    </form>
  )
}

function Gone({ why }: Pick<Props, 'why'>) {
  return (
    <div className="stack">
      <h1>This link is invalid or has expired</h1>
      <p className="lead">
        {why ?? 'It works once, within 24 hours. A newer link or a new password also ends it.'} To
        ask for a new link, sign in to the client portal.
      </p>
      <ButtonLink variant="primary" href="/client-login">
        Client Portal Login
      </ButtonLink>
    </div>
  )
}
