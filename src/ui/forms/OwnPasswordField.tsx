import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField, Username } from '#src/ui/fields/Field.tsx'

type Props = {
  field: FieldMetadata
  /** Whose sign-in confirms in the place of a password. */
  provider: string | null | undefined
}

/** Asked for once a form was refused because the last password was given long ago. */
export function OwnPasswordField({ field, provider }: Props) {
  return (
    <>
      {provider && (
        <p>
          You have no password here?{' '}
          <a href="/api/admin/sign-in?for=confirm" target="_blank" rel="noopener">
            {`Confirm with ${provider}`}
          </a>{' '}
          (opens a new tab), then come back and press the same button.
        </p>
      )}
      <Username />
      <TextField
        {...inputOf(field, 'password')}
        label="Your own password"
        autoComplete="current-password"
      />
    </>
  )
}
