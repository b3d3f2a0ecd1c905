import type { SubmitEvent } from 'react'
import { ActionButton } from '#src/ui/fields/ActionButton.tsx'
import { longTime } from '#src/ui/record/dates.ts'

/** An open session of the back office; instants are ISO in UTC. */
export type SessionRecord = {
  id: string
  since: string
  lastSeen: string
  address: string | null
  browser: string | null
  /** The session of the person who reads the list. */
  isOwn: boolean
}

/** Who is signed in where; each session but the reader's own has a button that ends it. */
export function SessionList({
  sessions,
  action,
  timezone,
  onEnd,
}: {
  sessions: SessionRecord[]
  /** The page that the forms post to. */
  action: string
  timezone: string
  /** With scripts: ends a session without another page. */
  onEnd?: (session: string) => void
}) {
  if (sessions.length === 0) return <p className="quiet">Not signed in anywhere</p>
  return (
    <ul className="sessions">
      {sessions.map(({ id, since, lastSeen, address, browser, isOwn }) => {
        const name = browser ?? 'Another program'
        const end = (event: SubmitEvent) => {
          if (!onEnd) return
          event.preventDefault()
          onEnd(id)
        }
        return (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              {isOwn && ' (this browser)'}
              {address && <p className="quiet">{`From ${address}`}</p>}
              <p className="quiet">{`Since ${longTime(since, timezone)}`}</p>
              <p className="quiet">{`Last seen ${longTime(lastSeen, timezone)}`}</p>
            </div>
            {!isOwn && (
              <form method="post" action={action} onSubmit={end}>
                <input type="hidden" name="session" value={id} />
                <ActionButton name="end-session" about={name}>
                  Sign out
                </ActionButton>
              </form>
            )}
          </li>
        )
      })}
    </ul>
  )
}
