import type { ComponentProps } from 'react'
import { Button } from './Button.tsx'
import { FieldFrame, type FieldTexts, tied } from './Field.tsx'

type PasswordFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'type' | 'className'> & {
    'data-says'?: string
    'data-same'?: string
    'data-differs'?: string
  }

/** A password field with a button that shows it, which needs a script. */
export function PasswordField({ id, label, hint, error, ...input }: PasswordFieldProps) {
  const texts = { id, label, hint, error }
  return (
    <FieldFrame {...texts}>
      <input
        {...input}
        {...tied(texts)}
        id={id}
        type="password"
        required
        className="input input-line"
      />
      <Button small hidden data-reveals={id} aria-pressed={false}>
        Show {label.toLowerCase()}
      </Button>
    </FieldFrame>
  )
}
