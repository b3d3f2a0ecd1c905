import type { SubmitEvent } from 'react'
import { call } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { AccountName } from './AccountName.tsx'
import { useAccountCall } from './use-account-call.ts'

/** A new password for the admin's own account; every other session ends with the old one. */
export function PasswordForm({
  username,
  errors: given,
  onChange,
}: {
  username: string
  errors: Record<string, string>
  onChange: () => Promise<void>
}) {
  const { errors, announcement, pending, attempt } = useAccountCall(given)

  async function change(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const values = Object.fromEntries(new FormData(form))
    const done = await attempt(async () => {
      await call('POST', '/api/admin/account/password', values)
      await onChange()
    }, 'Password changed. You have been signed out everywhere else.')
    if (done) form.reset()
  }

  return (
    <form method="post" action="/admin/dashboard" noValidate onSubmit={change}>
      <h3>Password</h3>
      <AccountName username={username} />
      <TextField
        id="currentPassword"
        name="currentPassword"
        type="password"
        label="Current password"
        error={errors.currentPassword}
        autoComplete="current-password"
      />
      <TextField
        id="newPassword"
        name="newPassword"
        type="password"
        label="New password"
        hint="At least 12 characters"
        error={errors.newPassword}
        autoComplete="new-password"
      />
      <p className="quiet" role="status">
        {announcement}
      </p>
      <Button type="submit" name="action" value="password" aria-disabled={pending}>
        Change password
      </Button>
    </form>
  )
}
