import { useEffect, useState } from 'react'
import { lengths } from '#src/forms/fields/field.ts'
import type { ShownRequest } from '#src/forms/signing/shown-request.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'

type AskProps = {
  request: ShownRequest | null
  /** Whether the server can send emails. */
  canAsk: boolean
  /** The posted values, if the page is shown again with errors. */
  typed: { signerAsked?: string; signerEmail?: string }
  errors: Record<string, string>
  pending: string
}

/** Offers to send a link to a signer, folded below the signature, for an applicant who may not sign. */
export function AskSigner({ request, canAsk, typed, errors, pending }: AskProps) {
  const fault = errors.signerAsked ?? errors.signerEmail
  const [isOpen, setOpen] = useState(fault !== undefined)
  useEffect(() => {
    if (fault) setOpen(true)
  }, [fault])
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {request ? 'Ask again, or ask somebody else' : 'Somebody else has to sign?'}
      </summary>
      {canAsk ? (
        <div className="fields">
          <p>
            We email them a link to read all your answers and sign. It works for 7 days
            {request && ', and the earlier link stops working'}. Everything but the signature,
            position and date has to be complete first.
          </p>
          <TextField
            id="signerAsked"
            name="signerAsked"
            label="Name of the person who signs"
            autoComplete="off"
            maxLength={lengths.line}
            defaultValue={typed.signerAsked ?? request?.name}
            error={errors.signerAsked}
          />
          <TextField
            id="signerEmail"
            name="signerEmail"
            type="email"
            label="Their email address"
            autoComplete="off"
            spellCheck={false}
            maxLength={lengths.email}
            defaultValue={typed.signerEmail ?? request?.email}
            error={errors.signerEmail}
          />
          <div className="actions">
            <Step value="ask-signer" pending={pending} waiting="Sending...">
              Send for signature
            </Step>
          </div>
        </div>
      ) : (
        <p>We cannot send emails at the moment. Sign it yourself, or try again later.</p>
      )}
    </details>
  )
}

/** Replaces the signature while the application waits for its signer. */
export function WaitsForSigner({
  request,
  pending,
}: Pick<AskProps, 'pending'> & { request: ShownRequest }) {
  return (
    <>
      <div className="notice" id="asked" tabIndex={-1}>
        <p>{request.words}</p>
        <p>You can still change your answers. The signer sees your changes.</p>
      </div>
      <div className="actions">
        <Step value="save" pending={pending} waiting="Saving...">
          Save changes
        </Step>
        <Step value="sign-myself" pending={pending} waiting="Saving...">
          Sign it myself
        </Step>
      </div>
      <p className="hint">If you sign it yourself, the link stops working.</p>
    </>
  )
}

/** Says how a request ended that no longer waits. */
export const EndedRequest = ({ request: { words, note } }: { request: ShownRequest }) => (
  <div className="notice" id="asked" tabIndex={-1}>
    <p>{words}</p>
    {note && <blockquote>{note}</blockquote>}
  </div>
)

type StepProps = { value: string; pending: string; waiting: string; children: string }

const Step = ({ value, pending, waiting, children }: StepProps) => (
  <Button
    type="submit"
    variant="outlined"
    name="step"
    value={value}
    aria-disabled={pending !== '' || undefined}
  >
    {pending === value ? waiting : children}
  </Button>
)
