import { type SubmitEvent, useState } from 'react'
import type { AccountAnswer, AdminProfile, Enrolment } from '#src/ui/admin/profile.ts'
import { call } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { TextField } from '#src/ui/fields/Field.tsx'
import { AccountName } from './AccountName.tsx'
import { useAccountCall } from './use-account-call.ts'

const account = '/api/admin/account'

/** Two-step sign-in: on by password and a first code, off by password and a code; recovery codes are shown once. */
export function SecondFactor({
  profile,
  answer,
  onChange,
}: {
  profile: AdminProfile
  answer: AccountAnswer
  onChange: () => Promise<void>
}) {
  const { errors, announcement, pending, attempt } = useAccountCall(answer.errors)
  const [enrolment, setEnrolment] = useState<Enrolment | null>(answer.enrolment)
  const [codes, setCodes] = useState(answer.recoveryCodes)
  const isFixed = profile.totp && profile.totpRequired
  const step = profile.totp ? 'totp-off' : enrolment ? 'totp-confirm' : 'totp-begin'

  function go(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const { password, code } = Object.fromEntries(new FormData(form))
    attempt(async () => {
      if (password !== undefined) await call('POST', `${account}/confirm`, { password })
      if (step === 'totp-begin') setEnrolment(await call<Enrolment>('POST', `${account}/totp`))
      if (step === 'totp-confirm') {
        const { recoveryCodes } = await call<{ recoveryCodes: string[] }>(
          'PUT',
          `${account}/totp`,
          { code },
        )
        setCodes(recoveryCodes)
      }
      if (step === 'totp-off') {
        await call('DELETE', `${account}/totp`, { code })
        setCodes([])
      }
      if (step !== 'totp-begin') {
        await onChange()
        // after the profile: before it the form would ask to begin again for a moment
        setEnrolment(null)
      }
      form.reset()
    }, outcomes[step])
  }

  return (
    <form method="post" action="/admin/dashboard" noValidate onSubmit={go}>
      <h3>Two-step sign-in</h3>
      {/* Rendered again with the password box: browsers look for a user name among new boxes. */}
      <AccountName key={step} username={profile.username} />
      <p>
        {profile.totp
          ? `On. ${profile.recoveryCodesLeft} recovery codes left.${isFixed ? ' It is required for everybody.' : ''}`
          : 'Off. When it is on, you also need a code from your authenticator app to sign in.'}
      </p>
      {profile.totp && codes.length === 0 && (
        <p>
          <a href="/admin/second-factor">Renew recovery codes</a>
        </p>
      )}
      {codes.length > 0 && (
        <div className="notice">
          <p>Keep these recovery codes safe. Each works once. They are not shown again.</p>
          <ul className="codes">
            {codes.map((code) => (
              <li key={code}>
                <code>{code}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {enrolment && !profile.totp && (
        <p>
          Add this key to your app: <code className="lines">{enrolment.secret}</code>{' '}
          <a href={enrolment.uri}>Open in an app on this device</a>
        </p>
      )}
      {step !== 'totp-confirm' && !isFixed && (
        <TextField
          id="password"
          name="password"
          type="password"
          label="Your password"
          error={errors.password}
          autoComplete="current-password"
        />
      )}
      {step !== 'totp-begin' && !isFixed && (
        <TextField
          id="code"
          name="code"
          label="Code from your app"
          width="code"
          error={errors.code}
          autoComplete="one-time-code"
        />
      )}
      <p className="quiet" role="status">
        {announcement}
      </p>
      {!isFixed && (
        <Button type="submit" name="action" value={step} aria-disabled={pending}>
          {words[step]}
        </Button>
      )}
    </form>
  )
}

const words = {
  'totp-begin': 'Turn on two-step sign-in',
  'totp-confirm': 'Confirm code',
  'totp-off': 'Turn off two-step sign-in',
}
const outcomes = {
  'totp-begin': 'Add the key to your app, then enter the code that it shows.',
  'totp-confirm': 'Two-step sign-in is on.',
  'totp-off': 'Two-step sign-in is off.',
}
