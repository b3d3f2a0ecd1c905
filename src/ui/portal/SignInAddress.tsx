import { useState } from 'react'
import { Username } from '#src/ui/fields/Field.tsx'
import { Field } from '#src/ui/forms/Field.tsx'
import { Form } from '#src/ui/forms/Form.tsx'
import type { FormState } from '#src/ui/forms/form-state.ts'
import { SubmitButton } from '#src/ui/forms/SubmitButton.tsx'
import { useServerForm } from '#src/ui/forms/server-form.ts'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

type SignInAddressProps = {
  application: string
  email: string
  isClosed: boolean
  /** The new address, which is not confirmed yet. */
  requested: string | null
  state: FormState<'email' | 'password'>
  onRequested: () => Promise<void>
}

export function SignInAddress({
  application,
  email,
  isClosed,
  requested,
  state,
  onRequested,
}: SignInAddressProps) {
  const [isOpen, setOpen] = useState(state.reply !== null)
  const form = useServerForm({
    id: 'sign-in',
    of: state,
    action: 'move',
    failed: clientToasts.addressFailed,
    done: onRequested,
  })
  return (
    <section className="stack no-print" aria-labelledby="sign-in-title">
      <h3 id="sign-in-title">Sign-in</h3>
      {!isClosed && <p>Changing the main email does not change the address you sign in with.</p>}
      <p>
        <a href="/client/forgot-password">Change your password</a> with a link that we email you.
      </p>
      {requested && (
        <div className="notice">
          <p>
            We have sent a link to <strong>{requested}</strong>. Open it within 24 hours to sign in
            with that address. Until then nothing changes.
          </p>
        </div>
      )}
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>Change sign-in address</summary>
        <Form of={form} refusal="summary" hidden={{ application }}>
          <p>
            We send a link to the new address. Your sign-in changes when you open it and confirm.
          </p>
          <Field
            of={form.fields.email}
            as="email"
            label="New sign-in address"
            autoComplete="off"
            spellCheck={false}
          />
          <Username of={email} />
          <Field
            of={form.fields.password}
            as="password"
            label="Your password"
            shows="Show your password"
          />
          <div className="actions">
            <SubmitButton waiting="Sending...">Send link</SubmitButton>
          </div>
        </Form>
      </details>
    </section>
  )
}
