import { useEffect, useState } from 'react'
import { mailtoLink } from '#src/forms/email-address.ts'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { Dial } from '#src/ui/layout/Dial.tsx'
import { Icon } from '#src/ui/layout/Layout.tsx'
import { forgetTyping } from '#src/ui/registration/forget-typing.ts'

type Receipt = {
  /**
   * The reference from the address or the cookie. Without one, the reference that the form left in this browser's
   * storage.
   */
  id: string | null
  /** Whether the text looks like a reference of ours; an address can contain any text. */
  isKnown: boolean
  /** Whether this browser may open the document. */
  opens: boolean
  isSigned: boolean
}

/** Whether the receipt will come by email. */
export type ReceiptNews = 'coming' | 'missing' | 'unknown'

type Props = Receipt & {
  title: string
  news: ReceiptNews
  email: string | null
  /** The page is for the signer whom the applicant has asked: the receipt may go to somebody else. */
  isSigners: boolean
  /** The promise in words, such as "2-3 business days". */
  promise: string
  salesEmail: string
}

export default function SubmittedReference({ title, promise, ...served }: Props) {
  const { email, isSigners, news, salesEmail } = served
  const [storedId, setStoredId] = useState<string | null>(null)
  useEffect(() => {
    setStoredId(readStoredId())
    // The form may have been submitted before its own scripts could forget its answers.
    if (isAnswerToPost()) forgetTyping()
  }, [])
  const isStored = served.id === null && storedId !== null
  const receipt = isStored ? { ...served, id: storedId, isKnown: true } : served
  const { id, isKnown } = receipt
  return (
    <div className="centre">
      <Dial reading={isKnown ? 90 : 4}>{isKnown && <Icon name="check" />}</Dial>
      <h1>{title}</h1>
      <p className="lead">
        {isKnown
          ? `Thank you. Our team will contact you within ${promise}.`
          : 'We do not know which application this is about.'}
      </p>
      {!isKnown && <Unknown isGiven={id !== null} promise={promise} />}
      {id !== null && (
        <p className="reference">
          <span>{isKnown ? 'Your reference number' : 'Number in the web address'}</span>
          <strong id="reference">{id}</strong>
        </p>
      )}
      {isKnown && <WhatHappensNext {...{ email, isSigners, news, salesEmail }} />}
      <ViewApplication {...receipt} />
      <p>
        Something to add, or a question? Write to <a href={mailtoLink(salesEmail)}>{salesEmail}</a>
        {isKnown && ' and give the reference number'}.
      </p>
      <ButtonLink href="/">Return to Home</ButtonLink>
    </div>
  )
}

function readStoredId(): string | null {
  try {
    return localStorage.getItem('submittedApplicationId')
  } catch {
    return null
  }
}

function isAnswerToPost() {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (visit?.redirectCount ?? 0) > 0
}

function Unknown({ isGiven, promise }: { isGiven: boolean; promise: string }) {
  return (
    <div className="receipt">
      <p id="no-reference">
        {isGiven
          ? 'The reference number in this address is not one of ours. '
          : 'There is no reference number in this address, and none is stored in this browser. '}
        If you have not submitted the form yet, we have not received anything from you:{' '}
        <a href="/client-form">Supplier/Client Registration Form</a>
      </p>
      <p>{`If you have, our team will contact you within ${promise}.`}</p>
    </div>
  )
}

type Next = Pick<Props, 'email' | 'isSigners' | 'news' | 'salesEmail'>

function WhatHappensNext({ email, isSigners, news, salesEmail }: Next) {
  return (
    <section className="next" aria-labelledby="next">
      <h2 id="next">What happens next</h2>
      {news === 'coming' && isSigners && <ReceiptToApplicant email={email} />}
      {news === 'coming' && !isSigners && <ReceiptComing email={email} salesEmail={salesEmail} />}
      {news !== 'coming' && (
        <ol>
          {news === 'missing' && (
            <li>
              Keep your reference number. We cannot email you a receipt at the moment. To ask about
              your application, write to <a href={mailtoLink(salesEmail)}>{salesEmail}</a> and quote
              the number.
            </li>
          )}
          <li>Our accounts team checks what you sent and contacts you.</li>
        </ol>
      )}
    </section>
  )
}

const ReceiptToApplicant = ({ email }: Pick<Next, 'email'>) => (
  <ol>
    <li>
      A receipt is on its way to <strong>{email}</strong>, the main email address of the
      application. Whoever reads it there can follow the application in the client portal.
    </li>
    <li>Our accounts team checks the application and emails the answer to that address.</li>
    <li>You get a short email that says what you have signed.</li>
  </ol>
)

function ReceiptComing({ email, salesEmail }: Pick<Next, 'email' | 'salesEmail'>) {
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
        <a href={mailtoLink(salesEmail)}>{salesEmail}</a>: your main email address may be mistyped.
      </p>
    </>
  )
}

/** This is a form with one button, so that the PDF also opens without scripts. */
function ViewApplication({ id, opens, isSigned }: Receipt) {
  const isOpen = id !== null && opens
  return (
    <form
      className="receipt"
      id="view-application"
      method="get"
      action={isOpen ? `/api/applications/${encodeURIComponent(id)}/pdf` : '/client-login'}
      target={isOpen ? '_blank' : undefined}
      rel={isOpen ? 'noopener' : undefined}
    >
      <div className="actions">
        <Button
          variant="primary"
          type={id === null ? 'button' : 'submit'}
          aria-disabled={id === null ? true : undefined}
          aria-describedby={id === null ? 'no-reference' : 'view-note'}
        >
          View Application
        </Button>
      </div>
      {id !== null && (
        <p className="hint" id="view-note">
          {opens
            ? `Opens as a PDF in a new tab${isSigned ? ', a few seconds after you submit' : ''}.`
            : signInFirst}
          {isSigned && (
            <>
              {' '}
              Keep the file: anyone who has it can <a href="/verify">check that it is genuine</a>.
            </>
          )}
        </p>
      )}
    </form>
  )
}

const signInFirst =
  'View Application takes you to the client portal sign-in, because this browser cannot open an application with this reference number.'
