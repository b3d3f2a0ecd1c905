import { TextField } from '#src/ui/fields/Field.tsx'

/** The admin's own password, for a change that decides where mail goes. */
export function CurrentPassword({ id, error }: { id: string; error?: string | undefined }) {
  return (
    <TextField
      id={id}
      name="currentPassword"
      type="password"
      label="Your own password"
      hint="Needed to change how email is sent, because you last entered it more than ten minutes ago."
      autoComplete="current-password"
      error={error}
    />
  )
}
