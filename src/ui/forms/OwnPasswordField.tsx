import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField, Username } from '#src/ui/fields/Field.tsx'

type Props = {
  field: FieldMetadata
  /** The provider whose sign-in replaces the password. */
  provider: string | null | undefined
}

/** Renders the password field once a form was refused because the last password was entered too long ago. */
export function OwnPasswordField({ field, provider }: Props) {
  return (
    <>
      {provider && (
        <p>
          No password here?{' '}
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
