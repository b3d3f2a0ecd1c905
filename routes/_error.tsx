import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { type Company, Layout } from '#src/ui/layout/Layout.tsx'

type ErrorPageProps = {
  company: Company
  status: number
  heading: string
  message?: string | undefined
  signIn?: boolean
  back?: readonly [href: string, label: string] | null
  /** A form came without a session: sign in there. */
  signInAgain?: string | null
  requestId?: string | undefined
  isPending?: boolean
  opens?: string | undefined
}

export default function ErrorPage({
  company,
  status,
  heading,
  message,
  signIn = false,
  back = null,
  signInAgain = null,
  requestId,
  isPending = false,
  opens,
}: ErrorPageProps) {
  const ours = status >= 500 && !isPending
  return (
    <Layout company={company} width="narrow">
      <div className="centre">
        <Dial reading={4}>
          {status !== 401 && !isPending && (
            <p className="figure" aria-hidden="true">
              {status}
            </p>
          )}
        </Dial>
        <h1>{heading}</h1>
        <p className="lead">
          {message ??
            (ours ? 'Something went wrong on our side.' : 'We could not handle this request.')}
        </p>
        {ours && <p>Anything already saved is safe. Wait a minute, then reload the page.</p>}
        {requestId && (
          <p>
            If it happens again, send us this number: <code>{requestId}</code>
          </p>
        )}
        <div className="weights">
          {signIn && (
            <>
              <ButtonLink
                variant="primary"
                href={`/client-login${opens ? `?opens=${encodeURIComponent(opens)}` : ''}`}
              >
                Client Portal Login
              </ButtonLink>
              <ButtonLink href="/admin">Admin Access</ButtonLink>
            </>
          )}
          {signInAgain && (
            <ButtonLink variant="primary" href={signInAgain} target="_blank" rel="noopener">
              Sign in again (opens in new tab)
            </ButtonLink>
          )}
          {back && (
            <ButtonLink variant="primary" href={back[0]}>
              {back[1]}
            </ButtonLink>
          )}
          <ButtonLink variant={signIn || back || signInAgain ? 'ghost' : 'primary'} href="/">
            Return to Home
          </ButtonLink>
        </div>
      </div>
    </Layout>
  )
}
