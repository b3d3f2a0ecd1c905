import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { Layout } from '#src/ui/layout/Layout.tsx'

type DraftLinkProps = {
  company: Company
  /** What the link of the mail is for; `null` when it works no longer. */
  purpose: 'resume' | 'discard' | null
  token: string
}

/** Asks before a link to a draft does its work (rule 41). */
export function DraftLink({ company, purpose, token }: DraftLinkProps) {
  if (purpose === null) return <Gone company={company} />
  const { heading, text, button, variant } = questions[purpose]
  return (
    <Layout company={company} width="narrow">
      <form method="post" action="/client-form" className="stack">
        <h1>{heading}</h1>
        <p className="lead">{text}</p>
        <input type="hidden" name="action" value={purpose} />
        <input type="hidden" name="token" value={token} />
        <div className="actions">
          <Button type="submit" variant={variant}>
            {button}
          </Button>
          <ButtonLink variant="ghost" href="/">
            Leave it as it is
          </ButtonLink>
        </div>
      </form>
    </Layout>
  )
}

const questions = {
  resume: {
    heading: 'Continue your application',
    text: 'Your draft opens in this browser. It can then no longer be changed in any other browser.',
    button: 'Continue in this browser',
    variant: 'primary',
  },
  discard: {
    heading: 'Delete the draft',
    text: 'This deletes all the answers in your draft. You can then use your email address for a new application. This cannot be undone.',
    button: 'Delete the draft',
    variant: 'danger',
  },
} as const

function Gone({ company }: { company: Company }) {
  return (
    <Layout company={company} width="narrow">
      <div className="stack">
        <h1>This link is invalid or has expired</h1>
        <p className="lead">
          Each link works once, within 24 hours, and only until the draft is submitted or deleted.
        </p>
        <ButtonLink variant="primary" href="/client-form">
          Supplier/Client Registration Form
        </ButtonLink>
      </div>
    </Layout>
  )
}
