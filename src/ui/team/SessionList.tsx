import type { SubmissionResult } from '@conform-to/react'
import type { sessionsOf } from '#src/domain/staff/listed-sessions.ts'
import { RowForm } from '#src/ui/admin/OwnPassword.tsx'
import { ActionButton } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'

type Props = {
  sessions: ReturnType<typeof sessionsOf>
  lastResult: SubmissionResult | undefined
  timezone: string
}

export function SessionList({ sessions, lastResult, timezone }: Props) {
  if (sessions.length === 0) return <p className="quiet">Not signed in anywhere</p>
  return (
    <ul className="sessions">
      {sessions.map(({ id, since, lastSeen, address, browser, isOwn }) => {
        const name = browser ?? 'Another program'
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
              <RowForm of={['session', id]} lastResult={lastResult}>
                <ActionButton name="end-session" about={name}>
                  Sign Out
                </ActionButton>
              </RowForm>
            )}
          </li>
        )
      })}
    </ul>
  )
}
