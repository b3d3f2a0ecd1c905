import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { signInTexts } from '#src/forms/sign-in/sign-in-texts.ts'
import { CallError, call } from '#src/ui/calls/call.ts'
import { failureMessage } from '#src/ui/calls/connection-lost.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { DialogButton, FormDialog } from '#src/ui/fields/FormDialog.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { SignInAgain } from '#src/ui/sign-in/SignInAgain.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'
import { showToast } from '#src/ui/toasts/toast.ts'

export type SignInProps = {
  /** The address that signs in now. */
  email: string
  /** The one that waits to be confirmed. */
  requested: string | null
  /** The page came with the dialog open: asked for, or posted and refused, without scripts. */
  open: boolean
  typed: string
  errors: Record<string, string>
  notice: string | null
}

/** The sign-in address and the dialog that changes it; a plain form before a script has run. */
export function SignInAddress({ email, ...props }: SignInProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [requested, setRequested] = useState(props.requested)
  const [errors, setErrors] = useState(props.errors)
  const [notice, setNotice] = useState(props.notice)
  const [ended, setEnded] = useState(false)
  const [pending, setPending] = useState(false)

  useEffect(() => {
    const first = Object.keys(errors)[0]
    if (first) document.getElementById(idOf(first))?.focus()
  }, [errors])

  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (pending) return
    const form = event.currentTarget as HTMLFormElement
    const values = Object.fromEntries(new FormData(form)) as Record<string, string>
    const found = missing(form)
    show(found, null)
    if (Object.keys(found).length > 0) return
    setPending(true)
    try {
      await call('POST', '/api/client/sign-in-address', values)
      setRequested(values.email ?? '')
      form.reset()
      dialog.current?.close()
      showToast(clientToasts.addressRequested)
    } catch (error) {
      const { status = 0, reply = {} } = error instanceof CallError ? error : {}
      show(reply.errors ?? {}, reply.errors ? null : failureMessage(error))
      setEnded(status === 401)
    } finally {
      setPending(false)
    }
  }

  function show(found: Record<string, string>, why: string | null) {
    setErrors(found)
    setNotice(why)
  }

  return (
    <section className="stack" aria-labelledby="sign-in-title">
      <h3 id="sign-in-title">Sign-in</h3>
      <p>
        You sign in with <strong>{email}</strong>. Changing the main email does not change this.
      </p>
      {requested && (
        <div className="notice">
          <p>
            We have sent a link to <strong>{requested}</strong>. Open it within 24 hours to sign in
            with that address. Until then nothing changes.
          </p>
        </div>
      )}
      <form method="get" action="/client-portal">
        <input type="hidden" name="tab" value="business" />
        <DialogButton dialog={dialog} value="sign-in">
          Change sign-in address
        </DialogButton>
      </form>
      <FormDialog
        name="sign-in-dialog"
        title="Change sign-in address"
        open={props.open}
        dialog={dialog}
        onSubmit={send}
        onClose={() => {
          show({}, null)
          setEnded(false)
        }}
        submit={
          <Button
            type="submit"
            variant="primary"
            name="action"
            value="move"
            {...(pending && { 'aria-disabled': true })}
          >
            {pending ? 'Sending...' : 'Send link'}
          </Button>
        }
      >
        <p>We send a link to the new address. Your sign-in changes when you open it and confirm.</p>
        <div role="alert">
          {ended ? <SignInAgain href="/client-login" button="Send link" /> : notice}
        </div>
        <TextField
          id={idOf('email')}
          name="email"
          type="email"
          label="New sign-in address"
          defaultValue={props.typed}
          error={errors.email}
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          required
        />
        <PasswordField
          id={idOf('password')}
          name="password"
          label="Your password"
          autoComplete="current-password"
          error={errors.password}
          data-says={signInTexts.password}
        />
      </FormDialog>
    </section>
  )
}

const idOf = (name: string) => `sign-in-${name}`

/** What the browser itself finds missing or malformed. */
function missing(form: HTMLFormElement): Record<string, string> {
  const texts = { email: signInTexts.email, password: signInTexts.password }
  return Object.fromEntries(
    Object.entries(texts).filter(([name]) => {
      const field = form.elements.namedItem(name)
      return field instanceof HTMLInputElement && !field.validity.valid
    }),
  )
}
