import { TextField } from '#src/ui/Field.tsx'

/** The admin's own password, for a change that decides where mail goes. */
export function CurrentPassword({ id, error }: { id: string; error?: string | undefined }) {
  return (
    <TextField
      id={id}
      name="currentPassword"
      type="password"
      label="Your own password"
      hint="Needed to change where or how mail is sent, because you last gave it more than ten minutes ago."
      autoComplete="current-password"
      error={error}
    />
  )
}
