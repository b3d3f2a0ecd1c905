import { TextField } from '#src/ui/fields/Field.tsx'
import { SubmitLine } from '#src/ui/fields/SubmitLine.tsx'

/**
 * Asks for the password once more, on a page whose changes need one that was given in the last ten minutes. `kept` goes
 * with it: what was chosen before.
 */
export function ConfirmPassword({
  error,
  kept,
}: {
  error: string | undefined
  kept?: Record<string, string> | null
}) {
  return (
    <form method="post" className="notice stack" noValidate>
      {Object.entries(kept ?? {}).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <p>Confirm your password before you change an account. It counts for ten minutes.</p>
      <PasswordField error={error} />
      <SubmitLine action="confirm">Confirm password</SubmitLine>
    </form>
  )
}

export const PasswordField = ({ error }: { error: string | undefined }) => (
  <TextField
    id="password"
    name="password"
    type="password"
    label="Your password"
    error={error}
    autoComplete="current-password"
    required
  />
)
