import type { FieldMetadata, FormMetadata } from '@conform-to/react'
import { SubmitLine } from '#src/ui/fields/Button.tsx'
import { inputOf } from '#src/ui/fields/control.ts'
import { TextField } from '#src/ui/fields/Field.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export const PasswordForm = ({
  username,
  password: [form, fields],
}: {
  username: string
  password: [FormMetadata, Record<'currentPassword' | 'newPassword', FieldMetadata>]
}) => (
  <RecordCard id="own-password" title="Password">
    <form id={form.id} method="post" className="stack" noValidate data-in-place="">
      {/* tells password managers whose password it is */}
      <input
        className="visually-hidden"
        type="text"
        autoComplete="username"
        defaultValue={username}
        tabIndex={-1}
        aria-hidden="true"
        readOnly
      />
      <TextField
        {...inputOf(fields.currentPassword, 'password')}
        label="Current password"
        autoComplete="current-password"
      />
      <TextField
        {...inputOf(fields.newPassword, 'password')}
        label="New password"
        hint="At least 12 characters"
        autoComplete="new-password"
      />
      <SubmitLine action="password">Change password</SubmitLine>
    </form>
  </RecordCard>
)
