import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'

/** `says` is the error when it is missing or malformed. */
export function EmailField({ field, says }: { field: FieldMetadata; says: string }) {
  return (
    <TextField
      {...inputOf(field, 'email')}
      label="Email"
      autoComplete="username"
      spellCheck={false}
      data-says={says}
    />
  )
}
