import type { RefusalPage } from '#src/http/refusal-page.ts'
import { ButtonLink } from '#src/ui/fields/Button.tsx'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { type Company, Layout } from '#src/ui/layout/Layout.tsx'

type ErrorPageProps = RefusalPage & {
  company: Company
  /** The request id of a server error, which the log has too. */
  requestId: string | null
}

export default function ErrorPage(props: ErrorPageProps) {
  const { company, status, heading, message, ways, isPending, isOurs, requestId } = props
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
        <p className="lead">{message}</p>
        {isOurs && <p>Anything already saved is safe. Wait a minute, then reload the page.</p>}
        {requestId && (
          <p>
            If it happens again, send us this number: <code>{requestId}</code>
          </p>
        )}
        <div className="weights">
          {ways.map(({ href, label, inNewTab }, at) => (
            <ButtonLink
              key={href}
              variant={at === 0 ? 'primary' : 'outlined'}
              href={href}
              target={inNewTab ? '_blank' : undefined}
              rel={inNewTab ? 'noopener' : undefined}
            >
              {label}
            </ButtonLink>
          ))}
          <ButtonLink variant={ways.length > 0 ? 'ghost' : 'primary'} href="/">
            Return to Home
          </ButtonLink>
        </div>
      </div>
    </Layout>
  )
}
