import { ButtonLink } from '#src/ui/Button.tsx'
import type { Company } from '#src/ui/company.ts'
import { Layout } from '#src/ui/Layout.tsx'

export const title = 'Something went wrong'

export type ErrorPageProps = {
  company: Company
  /** HTTP status of the answer. */
  status: number
  /** What happened, in words for the person; a general sentence stands in. */
  message?: string | undefined
  /** Shows the ways to sign in. */
  signIn?: boolean
  /** Names the request in the log; given on faults of ours. */
  requestId?: string | undefined
}

/** What happened, what to do, the way home, and on a fault of ours the request's id (experience 1, 404 / 500). */
export default function ErrorPage({
  company,
  status,
  message,
  signIn = false,
  requestId,
}: ErrorPageProps) {
  const ours = status >= 500
  return (
    <Layout company={company} width="narrow">
      <div className="stack">
        <h1>{ours ? 'Something went wrong' : 'This did not work'}</h1>
        <p className="lead">
          {message ?? (ours ? 'The fault is on our side.' : 'The request could not be answered.')}
        </p>
        {ours && <p>What was saved before is safe. Wait a minute, then load the page again.</p>}
        {requestId && (
          <p>
            If it happens again, send us this number: <code>{requestId}</code>
          </p>
        )}
        <div className="actions">
          {signIn && (
            <>
              <ButtonLink href="/client-login">Client Portal Login</ButtonLink>
              <ButtonLink look="ghost" href="/admin">
                Admin Access
              </ButtonLink>
            </>
          )}
          <ButtonLink look="primary" href="/">
            Return to Home
          </ButtonLink>
        </div>
      </div>
    </Layout>
  )
}
