import { TextField } from '#src/ui/fields/Field.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'

type NewAccountFormProps = {
  /** The secret of the link. */
  token: string
  username: string
  /** Somebody else has chosen the user name. */
  named?: boolean
  errors: Record<string, string>
  button: string
}

/** User name and password of a new account of the back office; a plain form. */
export function NewAccountForm({ token, username, named, errors, button }: NewAccountFormProps) {
  return (
    <form method="post" noValidate className="fields">
      <input type="hidden" name="token" value={token} />
      <TextField
        id="username"
        name="username"
        label="Username"
        defaultValue={username}
        error={errors.username}
        hint={
          named ? 'You sign in with it.' : 'You sign in with it. It is shown with your decisions.'
        }
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        readOnly={named}
        required
      />
      <PasswordField
        id="password"
        name="password"
        label="Password"
        hint="At least 12 characters. Three or four words that do not belong together are good."
        autoComplete="new-password"
        error={errors.password}
      />
      <PasswordField
        id="confirmPassword"
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        error={errors.confirmPassword}
      />
      <SubmitLine>{button}</SubmitLine>
    </form>
  )
}
