import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { Button } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { FieldNotes, TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

/** Drawn, once the pad's script has shown it, or a typed name. */
export function ProfileSignature({
  image,
  signature: [form, { signature: drawing, typedName }],
}: {
  image: string | null
  signature: [FormMetadata, Record<'signature' | 'typedName', FieldMetadata>]
}) {
  return (
    <RecordCard id="own-signature" title="Signature">
      <p className="hint">
        Used as the finance signature when you approve or reject an application.
      </p>
      {image && <img className="plate" src={image} alt="Your signature" />}
      <form id={form.id} method="post" className="stack" noValidate>
        <fieldset className={drawing.errors ? 'field field-invalid' : 'field'} id="pad" hidden>
          <legend>Draw your signature</legend>
          <FieldNotes
            id={drawing.id}
            hint="Draw with your finger, a pen or the mouse"
            error={drawing.errors?.[0]}
          />
          <div className="signature-pad" id={drawing.id} tabIndex={-1}>
            <canvas width={300} height={100} role="img" aria-label="Signature pad, empty" />
          </div>
          <Button small>Clear</Button>
        </fieldset>
        <p id="pad-note" role="status" />
        <input type="hidden" name="signature" />
        <TextField
          {...inputOf(typedName)}
          label="Type your name as a signature (optional)"
          maxLength={200}
          autoComplete="off"
        />
        <div className="actions">
          <Button type="submit" variant="primary" name="action" value="signature">
            Save signature
          </Button>
          {image && (
            <Button type="submit" variant="ghost" name="action" value="remove-signature">
              Remove
            </Button>
          )}
        </div>
      </form>
    </RecordCard>
  )
}
