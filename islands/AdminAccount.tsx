import { useEffect, useRef, useState } from 'react'
import type { AccountAnswer, AdminProfile } from '#src/ui/admin-profile.ts'
import { Button } from '#src/ui/Button.tsx'
import { call } from '#src/ui/call.ts'
import { PasswordForm } from './admin-account/PasswordForm.tsx'
import { ProfileSignature } from './admin-account/ProfileSignature.tsx'
import { SecondFactor } from './admin-account/SecondFactor.tsx'

export type Props = {
  profile: AdminProfile
  /** The dialog stands open in the page: it was asked for, or posted to, without scripts. */
  open: boolean
  answer: AccountAnswer
}

/**
 * 'My account': signature, two-step sign-in, password. Any link in the page with `data-opens="account"` opens it;
 * without scripts that link leads to the dashboard with the dialog in the page.
 */
export default function AdminAccount({ profile: given, open, answer }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [profile, setProfile] = useState(given)

  useEffect(() => {
    function show(event: MouseEvent) {
      if (!(event.target as Element).closest('[data-opens="account"]')) return
      event.preventDefault()
      dialog.current?.close()
      dialog.current?.showModal()
    }
    document.addEventListener('click', show)
    return () => document.removeEventListener('click', show)
  }, [])

  async function renew() {
    setProfile(await call<AdminProfile>('GET', '/api/admin/account'))
  }

  return (
    <dialog
      className="dialog"
      id="account"
      ref={dialog}
      aria-labelledby="account-title"
      {...(open && { open: true })}
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
          Signed in as <strong>{profile.username}</strong>.
        </p>
        <p className="quiet" role="status">
          {answer.said}
        </p>
        <ProfileSignature profile={profile} errors={answer.errors} onProfile={setProfile} />
        <SecondFactor profile={profile} answer={answer} onChange={renew} />
        <PasswordForm username={profile.username} errors={answer.errors} />
      </div>
    </dialog>
  )
}
