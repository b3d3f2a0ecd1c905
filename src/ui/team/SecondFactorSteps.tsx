import { PasswordField } from '#src/ui/admin/ConfirmPassword.tsx'
import type { Enrolment } from '#src/ui/admin/profile.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'

type Errors = { errors: Record<string, string> }

/** The first step: asks for the password when it was given long ago. */
export function BeginForm({ asksPassword, errors }: Errors & { asksPassword: boolean }) {
  return (
    <form method="post" className="stack" noValidate>
      <p>
        You need an authenticator app, such as Google Authenticator, Microsoft Authenticator or the
        password manager of your phone.
      </p>
      {asksPassword && <PasswordField error={errors.password} />}
      <SubmitLine action="begin">Set up two-step sign-in</SubmitLine>
    </form>
  )
}

/** The second step: the key, and the code that the app makes of it. */
export function CodeForm({ enrolment, errors }: Errors & { enrolment: Enrolment }) {
  return (
    <form method="post" className="stack" noValidate>
      <p>
        Add this key to your app: <code className="lines">{enrolment.secret}</code>
      </p>
      <p>
        <a href={enrolment.uri}>Open in an app on this device</a>
      </p>
      <TextField
        id="code"
        name="code"
        label="Code from your app"
        width="code"
        error={errors.code}
        autoComplete="one-time-code"
        required
      />
      <SubmitLine action="confirm">Confirm code</SubmitLine>
    </form>
  )
}

/** New recovery codes, once it is on. */
export function RenewForm({
  codesLeft,
  codesMade,
  asksPassword,
  errors,
}: Errors & { codesLeft: number; codesMade: number; asksPassword: boolean }) {
  return (
    <form method="post" className="stack" noValidate>
      <input type="hidden" name="made" value={codesMade} />
      <p>It is on for your account. Recovery codes left: {codesLeft}.</p>
      <p>New recovery codes take the place of the present ones, which then no longer work.</p>
      {asksPassword && <PasswordField error={errors.password} />}
      <TextField
        id="code"
        name="code"
        label="Code from your app, or a recovery code"
        width="code"
        error={errors.code}
        autoComplete="one-time-code"
        required
      />
      <div className="actions">
        <Button type="submit" name="action" value="renew">
          Renew recovery codes
        </Button>
      </div>
    </form>
  )
}

/** Shown once, right after they were made. */
export function RecoveryCodes({ codes, isRenewal }: { codes: string[]; isRenewal: boolean }) {
  return (
    <>
      <p role="status">
        {isRenewal
          ? 'These are your new recovery codes. The earlier ones no longer work.'
          : 'Two-step sign-in is on.'}
      </p>
      <div className="notice">
        <p>
          Keep these recovery codes safe. Each works once, for example when your phone is lost. They
          are not shown again.
        </p>
        <ul className="codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
