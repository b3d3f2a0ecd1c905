import { useEffect, useRef, useState } from 'react'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { post, toPage } from '#src/ui/forms/send.ts'
import { useServerForm } from '#src/ui/forms/server-form.ts'
import { PageHead } from '#src/ui/layout/Layout.tsx'
import { type ForgotPasswordProps, sentTitle } from '#src/ui/sign-in/forgot-password.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { worded } from '#src/ui/toasts/toast.ts'

const ways = {
  client: {
    page: '/client/forgot-password',
    signIn: '/client-login',
    lead: 'Enter the email address you sign in with. We will send you a link to set a password, even if you have not had one yet.',
    send: post('/api/client/forgot-password'),
    hint: null,
  },
  staff: {
    page: '/admin/forgot-password',
    signIn: '/admin',
    lead: 'Enter the email address of your back-office account. We will send you a link to set a new password.',
    send: toPage(),
    hint: 'Does your account have no email address? Ask an administrator to send you a link, or ask the person who runs this server to reset your account.',
  },
}

/** Shows the form that asks for a link, and the confirmation after it was sent. */
export default function ForgotPassword({ who, state, sentTo, titles }: ForgotPasswordProps) {
  const { page, signIn, lead, send, hint } = ways[who]
  const [sent, setSent] = useState(sentTo)
  const [isAwake, setAwake] = useState(false)
  const form = useServerForm<'email', unknown>({
    id: 'forgot-password',
    of: state,
    page,
    send,
    failed: worded(clientToasts.linkFailed),
    success: clientToasts.linkSent,
    keeps: true,
    done(_, { email }) {
      setAwake(true)
      setSent(String(email))
    },
  })
  useEffect(() => {
    if (isAwake) document.title = sent === null ? titles.form : titles.sent
  }, [isAwake, sent, titles])
  if (sent !== null)
    return (
      <LinkSent
        {...{ page, signIn }}
        email={sent}
        takesFocus={isAwake}
        onAgain={() => {
          setAwake(true)
          setSent(null)
        }}
      />
    )
  return (
    <>
      <PageHead title="Forgot Password">{lead}</PageHead>
      <div className="stack">
        <Form of={form}>
          <Field
            of={form.fields.email}
            as="email"
            label="Email"
            autoComplete="username"
            spellCheck={false}
            // The button that had the focus is no longer on the page.
            autoFocus={isAwake}
          />
          <div className="actions">
            <SubmitButton waiting="Sending...">Send Reset Link</SubmitButton>
            <ButtonLink variant="ghost" href={signIn}>
              Back to Login
            </ButtonLink>
          </div>
        </Form>
        {hint && <p className="quiet">{hint}</p>}
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
    </>
  )
}

type LinkSentProps = {
  page: string
  signIn: string
  email: string
  takesFocus: boolean
  onAgain: () => void
}

/** The text is the same whether or not anybody has the address. */
function LinkSent({ page, signIn, email, takesFocus, onAgain }: LinkSentProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <>
      <div className="page-head">
        <h1 tabIndex={-1} ref={heading}>
          {sentTitle}
        </h1>
        <p className="lead">
          If there is an account for <strong>{email}</strong>, a reset link is on its way to that
          address.
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
        <PostForm
          action={page}
          className="actions"
          onSubmit={(event) => {
            event.preventDefault()
            onAgain()
          }}
        >
          <input type="hidden" name="email" value={email} />
          <Button type="submit" name="action" value="again">
            Send Another Email
          </Button>
          <ButtonLink variant="ghost" href={signIn}>
            Back to Login
          </ButtonLink>
        </PostForm>
        <p>
          <a href="/">Back to Home</a>
        </p>
      </div>
    </>
  )
}
