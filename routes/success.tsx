import { newestOf } from '#src/domain/applications/draft-access.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { promiseText } from '#src/domain/company/promise.ts'
import { documentKindsOf } from '#src/domain/sealing/documents.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import type { Company } from '#src/ui/layout/company.ts'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { Icon } from '#src/ui/layout/Icon.tsx'
import { Layout } from '#src/ui/layout/Layout.tsx'
import { DocumentLinks } from '#src/ui/record/DocumentLinks.tsx'

export const title = 'Application Submitted Successfully!'

/** The reference of the address, as text and looked up nowhere; else of the browser's cookie. */
export function GET(c: Ctx) {
  const { tokenHash } = applicantOf(c)
  const newest = tokenHash ? newestOf(c.var.deps, tokenHash, 'read') : null
  const id = c.req.query('id') || newest?.id || null
  const documents = newest && newest.id === id ? documentKindsOf(c.var.deps, newest) : []
  return page(Success, {
    id,
    isSigned: documents.includes('signed'),
    promise: promiseText(companyOf(c.var.deps)),
  })
}

/** `isSigned`: this browser may open the signed document. */
type Receipt = { id: string | null; isSigned?: boolean }

/**
 * The receipt. `id` is text from the address, or of the browser's cookie; without one, `islands/success.ts` takes the
 * id that the form left in local storage.
 */
export default function Success({
  company,
  id,
  isSigned = false,
  promise,
}: { company: Company; promise: string } & Receipt) {
  return (
    <Layout company={company} width="form">
      <div className="centre">
        <Dial reading={90}>
          <Icon name="check" />
        </Dial>
        <h1>Application Submitted Successfully!</h1>
        <p className="lead">{`Thank you. Our team will contact you within ${promise}.`}</p>
        <p className="reference">
          <span>Your reference number</span>
          <strong id="reference">{id ?? 'Not available'}</strong>
        </p>
        <ViewApplication id={id} isSigned={isSigned} />
        <p>
          Something to add, or a question? Write to{' '}
          <a href={`mailto:${company.salesEmail}`}>{company.salesEmail}</a> and give the reference
          number.
        </p>
        <p>
          {isSigned && 'Keep the signed document. It is ready a few seconds after you submit. '}
          Anybody who holds {isSigned ? 'it' : 'the signed document'} can{' '}
          <a href="/verify">verify it</a> at any time.
        </p>
      </div>
      <Script name="success" />
    </Layout>
  )
}

/** A form of one button, so that the PDF opens without scripts too. */
function ViewApplication({ id, isSigned }: Receipt) {
  return (
    <form
      className="receipt"
      id="view-application"
      method="get"
      target="_blank"
      rel="noopener"
      {...(id !== null && { action: `/api/applications/${encodeURIComponent(id)}/pdf` })}
    >
      <div className="actions">
        <Button
          variant="primary"
          aria-describedby="view-note"
          {...(id === null ? { 'aria-disabled': true } : { type: 'submit' })}
        >
          View Application
        </Button>
        {id !== null && isSigned && <DocumentLinks id={id} documents={['signed']} />}
        <ButtonLink href="/">Return to Home</ButtonLink>
      </div>
      <p className="hint" id="view-note">
        {id === null
          ? 'There is no reference number in this address, and none is stored in this browser.'
          : 'Opens as a PDF in a new tab.'}
      </p>
    </form>
  )
}
