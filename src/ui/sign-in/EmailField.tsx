import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'

type Props = {
  field: FieldMetadata
  /** The error when it is missing or malformed. */
  says: string
  'aria-invalid'?: boolean
}

export function EmailField({ field, says, ...mark }: Props) {
  return (
    <TextField
      {...inputOf(field, 'email')}
      {...mark}
      label="Email"
      autoComplete="username"
      spellCheck={false}
      data-says={says}
    />
  )
}
