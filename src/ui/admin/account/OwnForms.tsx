import type { ReactNode } from 'react'
import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink, SubmitLine } from '#src/ui/fields/Button.tsx'
import { type FormOf, inputOf } from '#src/ui/fields/control.ts'
import { TextField, Username } from '#src/ui/fields/Field.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

type OwnCardsProps = {
  page: string
  profile: {
    fullName: string | null
    email: string | null
    signature: string | null
    hasPassword: boolean
  }
  maySign: boolean
}

/** Shows the saved values, with links to the pages that change them. */
export const OwnCards = ({ page, profile, maySign }: OwnCardsProps) => (
  <>
    <RecordCard id="own-name" title="Name">
      <p>{profile.fullName ?? 'None yet'}</p>
      <p className="hint">Printed in the documents of your decisions.</p>
      <Change href={`${page}?edit=name`}>Change Name</Change>
    </RecordCard>
    {maySign && (
      <RecordCard id="own-signature" title="Signature">
        {profile.signature && (
          <img className="plate" src={profile.signature} alt="Your signature" />
        )}
        <p className="hint">{signatureHint}</p>
        <Change href={`${page}?edit=signature`}>
          {profile.signature ? 'Change Signature' : 'Add Signature'}
        </Change>
      </RecordCard>
    )}
    <RecordCard id="own-email" title="Email">
      <p>{profile.email ?? 'None yet'}</p>
      <p className="hint">{emailHint}</p>
      <Change href={`${page}?edit=email`}>Change Email</Change>
    </RecordCard>
    {profile.hasPassword && (
      <RecordCard id="own-password" title="Password">
        <p className="hint">A change signs you out everywhere else.</p>
        <Change href={`${page}?edit=password`}>Change Password</Change>
      </RecordCard>
    )}
  </>
)

const signatureHint = 'Used as the finance signature when you approve or reject an application.'
const emailHint = 'For a link when you forget your password, and for notices about your account.'

const Change = ({ href, children }: { href: string; children: string }) => (
  <div className="actions">
    <ButtonLink small href={href}>
      {children}
    </ButtonLink>
  </div>
)

type NameFormProps = { page: string; name: FormOf<'fullName'> }

export const NameForm = ({ page, name: [form, fields] }: NameFormProps) => (
  <PostForm id={form.id} action={page} className="card fields" noValidate>
    <TextField
      {...inputOf(fields.fullName)}
      label="Your full name"
      hint="Printed in the documents of your decisions."
      autoComplete="name"
    />
    <SubmitLine action="name">Save Name</SubmitLine>
  </PostForm>
)

type EmailFormProps = { page: string; address: FormOf<'email' | 'currentPassword'> }

export const EmailForm = ({ page, address: [form, fields] }: EmailFormProps) => (
  <PostForm id={form.id} action={page} className="card fields" noValidate>
    <TextField
      {...inputOf(fields.email, 'email')}
      label="Email"
      hint={emailHint}
      autoComplete="email"
    />
    <OwnPassword field={fields.currentPassword} />
    <SubmitLine action="email">Save Email</SubmitLine>
  </PostForm>
)

type PasswordFormProps = { page: string; password: FormOf<'currentPassword' | 'newPassword'> }

export const PasswordForm = ({ page, password: [form, fields] }: PasswordFormProps) => (
  <PostForm id={form.id} action={page} className="card fields" noValidate>
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
  </PostForm>
)

type SignatureFormProps = {
  page: string
  image: string | null
  signature: FormOf<'signature' | 'typedName'>
  /** Renders the field for a drawing. */
  pad: ReactNode
}

export const SignatureForm = ({
  page,
  image,
  signature: [form, { typedName }],
  pad,
}: SignatureFormProps) => (
  <PostForm id={form.id} action={page} className="card fields" noValidate>
    <p className="hint">{signatureHint}</p>
    {image && <img className="plate" src={image} alt="Your signature" />}
    {pad}
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
  </PostForm>
)

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
          When you are asked for your password again, you can{' '}
          <a href="/api/admin/sign-in?for=confirm">{`confirm with ${name}`}</a> instead.
        </p>
      </>
    ) : mayConnect ? (
      <>
        <p>{`Sign in at ${name} now. From then on, the person who signs in there can open your account here.`}</p>
        <div className="actions">
          <ButtonLink variant="primary" href="/api/admin/sign-in?for=connect">
            {`Continue to ${name}`}
          </ButtonLink>
        </div>
      </>
    ) : (
      <PostForm id={form.id} className="stack">
        <p>{`Connect your account, and you can sign in with ${name}.`}</p>
        <OwnPassword field={fields.currentPassword} />
        <SubmitLine action="connect">{`Connect ${name}`}</SubmitLine>
      </PostForm>
    )}
  </RecordCard>
)
