import type { Deps } from '#src/deps.ts'
import { authorizeDocument } from '#src/domain/applications/access.ts'
import { isReference } from '#src/domain/applications/application.ts'
import { draftsOf } from '#src/domain/applications/draft-access.ts'
import { companyOf, promiseText } from '#src/domain/company/company.ts'
import { canSendEmails, isReceiptComing } from '#src/domain/mailing/status.ts'
import { Refusal } from '#src/domain/refusal.ts'
import { mailtoLink } from '#src/forms/email-address.ts'
import { Script } from '#src/framework/island.tsx'
import type { Ctx } from '#src/http/context.ts'
import { page } from '#src/http/page.ts'
import { adminOf } from '#src/http/sessions/admin-session.ts'
import { clientOf } from '#src/http/sessions/client-session.ts'
import { applicantOf } from '#src/http/sessions/draft-cookie.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { type Company, Icon, Layout } from '#src/ui/layout/Layout.tsx'

export const title = 'Application Submitted Successfully!'

/** A stranger sees the same page for every reference. */
export function GET(c: Ctx) {
  const { deps } = c.var
  const id = c.req.query('id') || draftsOf(deps, applicantOf(c)).sent[0]?.id || null
  const opened = id === null ? null : openedHere(c, id)
  const props = {
    id,
    email: opened?.application.mainEmail ?? null,
    opens: opened !== null,
    isSigned: opened?.kind === 'signed',
    receipt: receiptNews(deps, opened?.application.id ?? null),
    promise: promiseText(companyOf(deps)),
  }
  return page(Success, props)
}

function openedHere(c: Ctx, id: string) {
  const actors = [adminOf(c), clientOf(c), applicantOf(c)].filter((actor) => actor !== null)
  try {
    return authorizeDocument(c.var.deps, actors, id, null)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

/** To strangers it says the same of every reference. */
function receiptNews(deps: Deps, opened: string | null): ReceiptNews {
  if (opened !== null) return isReceiptComing(deps, opened) ? 'coming' : 'missing'
  return canSendEmails(deps) ? 'coming' : 'unknown'
}

type ReceiptNews = 'coming' | 'missing' | 'unknown'

type Receipt = { id: string | null; opens?: boolean; isSigned?: boolean }

/** Without `id`, `islands/success.ts` takes the one that the form left in local storage. */
export default function Success({
  company,
  id,
  email = null,
  opens = false,
  isSigned = false,
  receipt,
  promise,
}: { company: Company; email?: string | null; receipt: ReceiptNews; promise: string } & Receipt) {
  const isKnown = id !== null && isReference(id)
  return (
    <Layout company={company} width="form">
      <div className="centre">
        <Dial reading={isKnown ? 90 : 4}>
          <span data-known="" hidden={!isKnown}>
            <Icon name="check" />
          </span>
        </Dial>
        <h1>{title}</h1>
        <p className="lead" data-known="" hidden={!isKnown}>
          {`Thank you. Our team will contact you within ${promise}.`}
        </p>
        {!isKnown && (
          <div className="receipt" data-unknown="">
            <p className="lead">We do not know which application this is about.</p>
            <p id="no-reference">
              {id
                ? 'The reference number in this address is not one of ours. '
                : 'There is no reference number in this address, and none is stored in this browser. '}
              If you have not submitted the form yet, we have not received anything from you:{' '}
              <a href="/client-form">Supplier/Client Registration Form</a>
            </p>
            <p>{`If you have, our team will contact you within ${promise}.`}</p>
          </div>
        )}
        <p className="reference" data-known="" hidden={id === null}>
          <span>{id && !isKnown ? 'Number in the web address' : 'Your reference number'}</span>
          <strong id="reference">{id ?? 'Not available'}</strong>
        </p>
        <WhatHappensNext {...{ company, email, receipt, isKnown }} />
        <ViewApplication id={id} opens={opens} isSigned={isSigned} />
        <p>
          Something to add, or a question? Write to{' '}
          <a href={mailtoLink(company.salesEmail)}>{company.salesEmail}</a>
          <span data-known="" hidden={!isKnown}>
            {' '}
            and give the reference number
          </span>
          .
        </p>
        <ButtonLink href="/">Return to Home</ButtonLink>
      </div>
      <Script name="success" />
    </Layout>
  )
}

function WhatHappensNext({
  company,
  email,
  receipt,
  isKnown,
}: {
  company: Company
  email: string | null
  receipt: ReceiptNews
  isKnown: boolean
}) {
  return (
    <section className="next" aria-labelledby="next" data-known="" hidden={!isKnown}>
      <h2 id="next">What happens next</h2>
      {receipt === 'coming' ? (
        <ReceiptComing company={company} email={email} />
      ) : (
        <ol>
          {receipt === 'missing' && (
            <li>
              Keep your reference number. We cannot email you a receipt at the moment. If you want
              to know how your application stands, write to{' '}
              <a href={`mailto:${company.salesEmail}`}>{company.salesEmail}</a> and give the number.
            </li>
          )}
          <li>Our accounts team checks what you sent and contacts you.</li>
        </ol>
      )}
    </section>
  )
}

function ReceiptComing({ company, email }: { company: Company; email: string | null }) {
  return (
    <>
      <ol>
        <li>
          {email ? (
            <>
              A receipt is on its way to <strong>{email}</strong>.
            </>
          ) : (
            'If you have sent this application, a receipt is on its way to its main email address.'
          )}
        </li>
        <li>
          Set a password with the link in the receipt. You can then follow your application in the
          client portal.
        </li>
        <li>Our accounts team checks what you sent and emails you the answer.</li>
      </ol>
      <p className="hint">
        No email after a few minutes? Look in your spam folder. If it is not there, write to{' '}
        <a href={mailtoLink(company.salesEmail)}>{company.salesEmail}</a>: your main email address
        may be mistyped.
      </p>
    </>
  )
}

/** A form of one button, so that the PDF opens without scripts too. */
function ViewApplication({ id, opens, isSigned }: Receipt) {
  return (
    <form
      className="receipt"
      id="view-application"
      method="get"
      {...(id !== null && opens
        ? {
            action: `/api/applications/${encodeURIComponent(id)}/pdf`,
            target: '_blank',
            rel: 'noopener',
          }
        : { action: '/client-login' })}
    >
      <div className="actions">
        <Button
          variant="primary"
          aria-describedby={id === null ? 'no-reference' : 'view-note'}
          {...(id === null ? { 'aria-disabled': true } : { type: 'submit' })}
        >
          View Application
        </Button>
      </div>
      <p className="hint" id="view-note" data-known="" hidden={id === null}>
        {!opens && signInFirst}
        {opens &&
          `Opens as a PDF in a new tab${isSigned ? ', a few seconds after you submit' : ''}.`}
        {isSigned && (
          <>
            {' '}
            Keep the file: anyone who has it can <a href="/verify">check that it is genuine</a>.
          </>
        )}
      </p>
    </form>
  )
}

const signInFirst =
  'View Application takes you to the client portal sign-in, because this browser cannot open an application with this reference number.'
