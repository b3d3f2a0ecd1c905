import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Button } from '#src/ui/fields/Button.tsx'
import { faultsOf, inputOf } from '#src/ui/fields/control.ts'
import { ErrorSummary } from '#src/ui/fields/ErrorSummary.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { clientToasts } from '#src/ui/toasts/client-texts.ts'

type SignInAddressProps = {
  /** The address that signs in now. */
  email: string
  /** The one that waits to be confirmed. */
  requested: string | null
  move: [form: FormMetadata, fields: Record<'email' | 'password', FieldMetadata>]
}

/** The sign-in address, and the form that asks for another. */
export function SignInAddress({ email, requested, move: [form, fields] }: SignInAddressProps) {
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
      <details open={!form.valid}>
        <summary>Change sign-in address</summary>
        <form
          id={form.id}
          method="post"
          noValidate
          data-in-place=""
          data-failed={JSON.stringify(clientToasts.addressFailed)}
          className="fields"
        >
          <ErrorSummary faults={faultsOf(form, fields.email)} />
          <p>
            We send a link to the new address. Your sign-in changes when you open it and confirm.
          </p>
          <TextField
            {...inputOf(fields.email, 'email')}
            label="New sign-in address"
            autoComplete="off"
            spellCheck={false}
          />
          <PasswordField
            {...inputOf(fields.password, 'password')}
            label="Your password"
            autoComplete="current-password"
          />
          <div className="actions">
            <Button
              type="submit"
              variant="primary"
              name="action"
              value="move"
              data-waiting="Sending..."
            >
              Send link
            </Button>
          </div>
        </form>
      </details>
    </section>
  )
}
