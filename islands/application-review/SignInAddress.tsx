import { useRef } from 'react'
import { mayDo } from '#src/forms/admin/roles.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { DialogButton, FormDialog } from '#src/ui/fields/FormDialog.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { Review } from './use-review.ts'

/** The client's sign-in address and the dialog that moves it (rule 216); a plain form either way. */
export function SignInAddress({ review, open }: { review: Review; open: boolean }) {
  const { id, signInEmail: email } = review.record
  const dialog = useRef<HTMLDialogElement>(null)
  if (!email) return null
  return (
    <RecordCard
      id="sign-in"
      title="Client sign-in"
      rows={[{ label: 'Sign-in address', value: email }]}
    >
      {mayDo(review.role, 'move-sign-in') && (
        <>
          <form method="get" action={`/admin/applications/${id}`} className="actions">
            <DialogButton dialog={dialog} value="move">
              Change sign-in address
            </DialogButton>
          </form>
          <FormDialog
            name="move"
            title="Change sign-in address"
            {...{ open, dialog }}
            submit={
              <Button type="submit" variant="primary" name="action" value="move">
                Move sign-in
              </Button>
            }
          >
            <p>
              We send the new address a link to set a password. We also tell the current address,{' '}
              <strong>{email}</strong>, which can then no longer sign in.
            </p>
            <TextField
              id="signInEmail"
              name="signInEmail"
              type="email"
              label="New sign-in address"
              defaultValue={review.typed.signInEmail}
              error={review.errors.signInEmail}
              maxLength={254}
              autoComplete="off"
              required
            />
          </FormDialog>
        </>
      )}
    </RecordCard>
  )
}
