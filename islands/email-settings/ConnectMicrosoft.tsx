import { type SubmitEvent, useState } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { CallError } from '#src/ui/call.ts'
import { settingsCall } from './settings-call.ts'

/**
 * Connects a mailbox by Microsoft's own sign-in, with the saved client (contract 5.25). Without scripts the page comes
 * back with the address as a link, because a form may lead nowhere but here.
 */
export function ConnectMicrosoft({ address, error }: { address: string | null; error: string }) {
  const [said, setSaid] = useState(error)

  async function connect(event: SubmitEvent) {
    event.preventDefault()
    try {
      const to = await settingsCall<{ address: string }>('POST', '/microsoft')
      location.assign(to.address)
    } catch (failure) {
      const { message } = failure instanceof CallError ? failure.said : {}
      setSaid(message ?? 'Unable to connect to server')
    }
  }

  return (
    <form method="post" className="card" onSubmit={connect}>
      <div className="card-head">
        <h2>Microsoft 365</h2>
      </div>
      <p className="hint">
        Save client ID, client secret and tenant ID first. You sign in at Microsoft as the mailbox
        that sends, and come back here.
      </p>
      <p role="status" className="field-error">
        {said}
      </p>
      <div className="actions">
        <Button type="submit" name="deed" value="connect">
          Connect Microsoft 365
        </Button>
        {address && <a href={address}>Continue to Microsoft</a>}
      </div>
    </form>
  )
}
