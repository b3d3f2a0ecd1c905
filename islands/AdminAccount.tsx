import { useEffect, useRef, useState } from 'react'
import { mayDo } from '#src/forms/admin/roles.ts'
import type { AccountAnswer, AdminProfile } from '#src/ui/admin/profile.ts'
import { call } from '#src/ui/calls/call.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { openDialog } from '#src/ui/fields/FormDialog.tsx'
import { PasswordForm } from './admin-account/PasswordForm.tsx'
import { ProfileSignature } from './admin-account/ProfileSignature.tsx'
import { SecondFactor } from './admin-account/SecondFactor.tsx'
import { Sessions } from './admin-account/Sessions.tsx'

export type Props = {
  profile: AdminProfile
  answer: AccountAnswer
  timezone: string
}

/**
 * 'My account': signature, two-step sign-in, sessions, password. The link in the header loads the page with this dialog, so the
 * dashboard itself does not need its code.
 */
export default function AdminAccount({ profile: given, answer, timezone }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [profile, setProfile] = useState(given)

  useEffect(() => openDialog(dialog), [])

  /** The event comes late, also for the close above: by then the dialog is open again. */
  function leave() {
    if (dialog.current?.open) return
    history.replaceState(null, '', '/admin/dashboard')
    // The page came with the dialog open, so the browser does not know where the focus was before.
    document.getElementById('my-account')?.focus()
  }

  async function renew() {
    setProfile(await call<AdminProfile>('GET', '/api/admin/account'))
  }

  return (
    <dialog
      className="dialog"
      id="account"
      ref={dialog}
      aria-labelledby="account-title"
      open
      onClose={leave}
    >
      <div className="sections">
        <div className="card-head">
          <h2 id="account-title">My account</h2>
          <form method="get" action="/admin/dashboard">
            <Button
              small
              type="submit"
              onClick={(event) => {
                event.preventDefault()
                dialog.current?.close()
              }}
            >
              Close
            </Button>
          </form>
        </div>
        <p>
          Signed in as <strong>{profile.username}</strong>, {profile.role}.
        </p>
        <p className="quiet" role="status">
          {answer.notice}
        </p>
        {mayDo(profile.role, 'decide') && (
          <ProfileSignature profile={profile} errors={answer.errors} onProfile={setProfile} />
        )}
        <SecondFactor profile={profile} answer={answer} onChange={renew} />
        <Sessions profile={profile} timezone={timezone} onProfile={setProfile} />
        <PasswordForm username={profile.username} errors={answer.errors} onChange={renew} />
      </div>
    </dialog>
  )
}
