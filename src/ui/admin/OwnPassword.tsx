import { TextField } from '#src/ui/fields/Field.tsx'

/** The administrator's own password, in a form that needs one given in the last ten minutes. */
export function OwnPassword({
  id = 'currentPassword',
  label = 'Your own password',
  needed = 'Needed',
  error,
}: {
  id?: string
  label?: string
  /** What it is needed for, when the form does more: "Needed to save,". */
  needed?: string
  error?: string | undefined
}) {
  return (
    <TextField
      id={id}
      name="currentPassword"
      type="password"
      label={label}
      hint={`${needed} because you last entered it more than ten minutes ago.`}
      autoComplete="current-password"
      error={error}
    />
  )
}
