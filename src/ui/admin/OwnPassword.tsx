import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'

/**
 * The administrator's own password, once a form was refused because the last one was given too long ago. With scripts
 * the dialog of `AdminPage` asks for it instead, and the form goes through.
 */
export const OwnPassword = ({ field }: { field: FieldMetadata }) =>
  field.errors ? (
    <TextField
      {...inputOf(field, 'password')}
      label="Your own password"
      autoComplete="current-password"
      data-own-password=""
    />
  ) : null
