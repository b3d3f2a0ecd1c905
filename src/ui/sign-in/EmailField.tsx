import { TextField } from '#src/ui/fields/Field.tsx'

/** The address that a customer signs in with. */
export function EmailField({
  email,
  error,
  says,
}: {
  email: string
  error: string | undefined
  /** The error when it is missing or malformed. */
  says: string
}) {
  return (
    <TextField
      id="email"
      name="email"
      label="Email"
      type="email"
      autoComplete="username"
      spellCheck={false}
      required
      defaultValue={email}
      error={error}
      data-says={says}
    />
  )
}
