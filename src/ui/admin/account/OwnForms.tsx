import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf } from '#src/ui/fields/control.ts'
import { FieldNotes, TextField, Username } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export const NameForm = ({ name: [form, fields] }: { name: FormOf<'fullName'> }) => (
  <RecordCard id="own-name" title="Name">
    <form id={form.id} method="post" className="stack" noValidate data-in-place="">
      <TextField
        {...inputOf(fields.fullName)}
        label="Your full name"
        hint="Printed in the documents of your decisions."
        autoComplete="name"
      />
      <SubmitLine action="name">Save Name</SubmitLine>
    </form>
  </RecordCard>
)

export const EmailForm = ({
  address: [form, fields],
}: {
  address: FormOf<'email' | 'currentPassword'>
}) => (
  <RecordCard id="own-email" title="Email">
    <form id={form.id} method="post" className="stack" noValidate data-in-place="">
      <TextField
        {...inputOf(fields.email, 'email')}
        label="Email"
        hint="For a link when you forget your password, and for notices about your account."
        autoComplete="email"
      />
      <OwnPassword field={fields.currentPassword} />
      <SubmitLine action="email">Save Email</SubmitLine>
    </form>
  </RecordCard>
)

export const PasswordForm = ({
  password: [form, fields],
}: {
  password: FormOf<'currentPassword' | 'newPassword'>
}) => (
  <RecordCard id="own-password" title="Password">
    <form id={form.id} method="post" className="stack" noValidate data-in-place="">
      <Username />
      <TextField
        {...inputOf(fields.currentPassword, 'password')}
        label="Current password"
        autoComplete="current-password"
      />
      <TextField
        {...inputOf(fields.newPassword, 'password')}
        label="New password"
        hint="At least 12 characters"
        autoComplete="new-password"
      />
      <SubmitLine action="password">Change Password</SubmitLine>
    </form>
  </RecordCard>
)

export function ProfileSignature({
  image,
  signature: [form, { signature: drawing, typedName }],
}: {
  image: string | null
  signature: FormOf<'signature' | 'typedName'>
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
            Save Signature
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

type ProviderProps = {
  name: string
  /** `null` while the account is not connected. */
  connectedAs: string | null
  mayConnect: boolean
  connection: FormOf<'currentPassword'>
}

export const OwnProvider = ({
  name,
  connectedAs,
  mayConnect,
  connection: [form, fields],
}: ProviderProps) => (
  <RecordCard id="own-provider" title={`Sign-in with ${name}`}>
    {connectedAs !== null ? (
      <>
        <p>
          Your account is connected to <strong>{connectedAs}</strong>. An administrator can
          disconnect it.
        </p>
        <p>
          Where your password is asked for again, you can{' '}
          <a href="/api/admin/sign-in?for=confirm">{`confirm with ${name}`}</a> instead.
        </p>
      </>
    ) : mayConnect ? (
      <>
        <p>{`Sign in at ${name} now. Whoever signs in there can open your account here from then on.`}</p>
        <div className="actions">
          <ButtonLink variant="primary" href="/api/admin/sign-in?for=connect">
            {`Go on to ${name}`}
          </ButtonLink>
        </div>
      </>
    ) : (
      <form id={form.id} method="post" className="stack" data-in-place="">
        <p>{`Connect your account, and you can sign in with ${name}.`}</p>
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="connect">{`Connect ${name}`}</SubmitLine>
      </form>
    )}
  </RecordCard>
)
