import type { FieldMetadata } from '@conform-to/react'
import { inputOf } from '#src/ui/fields/control.ts'
import { PasswordField } from '#src/ui/fields/Field.tsx'

type Props = {
  fields: Record<'password' | 'confirmPassword', FieldMetadata>
  label: string
  /** In characters. */
  least: number
  /** For a form that a script checks. */
  checks?: { short: string; differs: string }
}

/** Typed twice. */
export function NewPasswordFields({ fields, label, least, checks }: Props) {
  const { password, confirmPassword } = fields
  const checked = checks && { pattern: `.{${least},}`, 'data-says': checks.short }
  return (
    <>
      <PasswordField
        {...inputOf(password, 'password')}
        {...checked}
        label={label}
        hint={`At least ${least} characters. Three or four unrelated words work well.`}
        autoComplete="new-password"
        together={null}
      />
      <PasswordField
        {...inputOf(confirmPassword, 'password')}
        {...checked}
        {...(checks && { 'data-same': password.id, 'data-differs': checks.differs })}
        label={`Confirm ${label.toLowerCase()}`}
        autoComplete="new-password"
        together={[password.id]}
      />
    </>
  )
}
