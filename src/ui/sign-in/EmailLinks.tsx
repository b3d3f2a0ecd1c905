import type { ReactNode } from 'react'
import { Button, ButtonLink, type Variant } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { type Company, Layout } from '#src/ui/layout/Layout.tsx'

type DraftLinkProps = {
  company: Company
  /** `null` if the link no longer works. */
  purpose: 'resume' | 'discard' | null
  token: string
  /** Whether the browser has another draft open than the one of the link. */
  holdsDraft: boolean
}

/** Asks before the link does anything, because mail scanners open links. */
export const DraftLink = ({ company, purpose, token, holdsDraft }: DraftLinkProps) => (
  <Layout company={company} width="narrow">
    {purpose ? (
      <Question path="/client-form" action={purpose} token={token} {...draftQuestions[purpose]}>
        {draftQuestions[purpose].text}
        {purpose === 'resume' && holdsDraft && ` ${closesOther}`}
      </Question>
    ) : (
      <DeadLink lead="Each link works once, within 24 hours, and only until the draft is submitted or deleted.">
        {holdsDraft && <p>You have an unfinished application in this browser.</p>}
        <p>
          {holdsDraft
            ? 'If the link was to a different application, enter its'
            : 'For a new link, enter your'}{' '}
          main email address in the form, open <strong>Finish on another device</strong> and press{' '}
          <strong>Email me the link</strong>. If the form then says that the address is taken, the
          link is sent to it anyway.
        </p>
        <ButtonLink variant="primary" href="/client-form">
          {holdsDraft ? 'Continue your application' : 'Supplier/Client Registration Form'}
        </ButtonLink>
        <p>
          Already submitted? <a href="/client-login">Client Portal Login</a>
        </p>
      </DeadLink>
    )}
  </Layout>
)

const closesOther =
  'It takes the place of the draft that is open here now, which you can only reach by a link to its main email address.'

const draftQuestions = {
  resume: {
    heading: 'Continue your application',
    text: 'If you continue, your draft opens in this browser, and no other browser can change it any more.',
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

type AddressLinkProps = {
  company: Company
  /** Empty if the link does not work. */
  token: string
  email: string
  why: string | null
}

export const AddressLink = ({ company, token, email, why }: AddressLinkProps) => (
  <Layout company={company} width="narrow">
    {token ? (
      <Question
        path="/client-login"
        action="confirm-address"
        token={token}
        heading="Sign in with this address?"
        button="Confirm the address"
      >
        You will sign in with <strong>{email}</strong> and your current password. The old address
        stops working, and you are signed out on every device.
      </Question>
    ) : (
      <DeadLink
        lead={`${why ?? 'It works once, within 24 hours. A newer link or a new password also ends it.'} To ask for a new link, sign in to the client portal.`}
      >
        <ButtonLink variant="primary" href="/client-login">
          Client Portal Login
        </ButtonLink>
      </DeadLink>
    )}
  </Layout>
)

type QuestionProps = {
  path: string
  action: string
  token: string
  heading: string
  button: string
  variant?: Variant
  children: ReactNode
}

function Question(props: QuestionProps) {
  const { path, action, token, heading, button, variant = 'primary', children } = props
  return (
    <PostForm action={path} className="stack">
      <h1>{heading}</h1>
      <p className="lead">{children}</p>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="token" value={token} />
      <div className="actions">
        <Button type="submit" variant={variant}>
          {button}
        </Button>
        <ButtonLink variant="ghost" href="/">
          Leave it as it is
        </ButtonLink>
      </div>
    </PostForm>
  )
}

const DeadLink = ({ lead, children }: { lead: string; children: ReactNode }) => (
  <div className="stack">
    <h1>This link is invalid or has expired</h1>
    <p className="lead">{lead}</p>
    {children}
  </div>
)
