import type { ReactNode } from 'react'
import type { MailStatus } from '#src/domain/mailing/settings-row.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { MailNotice } from './emails/MailNotice.tsx'

export type Notices = {
  /** Set while the disk of the data runs short. */
  disk: 'full' | 'low' | null
  /** Set when the last backup is too old; `last` is when it was made, if there ever was one. */
  backup: { last: string | null } | null
  /** Set when off-site backups do not arrive; `last` is when the last one was made, if there ever was one. */
  offSite: { last: string | null } | null
  /** Set when a recovery drill failed or is overdue; `last` is when one held. */
  drill: { trouble: 'failed' | 'overdue'; last: string | null } | null
  /** Set when the nightly check found a fault; `at` is an ISO instant. */
  history: { at: string; words: string } | null
  /** Set while the server's clock is doubted: what it says, and for how many hours the server still has to run. */
  clock: { now: string; hoursLeft: number } | null
  /** What was lost with the write-ahead log, for a day. */
  lost: string | null
  /** Set when sealed documents are not made in time. */
  documents: { documents: number; since: string } | null
  /** Whether the company has a name of its own. */
  hasName: boolean
  /** No document can be sealed because of the clock. */
  waitsForClock: boolean
  /** Webhook endpoints that were disabled for their answers. */
  endpoints: { id: string; host: string; isGone: boolean; since: string }[]
  mail: MailStatus | null
  mayOpenSettings: boolean
  /** Wrong codes since the sign-in before this one; `since` is an ISO instant. */
  wrongCodes: { count: number; since: string } | null
}

/** What needs somebody's attention; most administrators can only pass it on. */
export function DashboardNotices({ notices, timezone }: { notices: Notices; timezone: string }) {
  const {
    backup,
    clock,
    disk,
    documents,
    drill,
    endpoints,
    history,
    lost,
    mail,
    mayOpenSettings,
    hasName,
    waitsForClock,
    offSite,
    wrongCodes,
  } = notices
  return (
    <>
      {disk && (
        <Notice>
          {disk === 'full'
            ? 'The server’s disk is full, so applicants and customers cannot save anything.'
            : 'The server’s disk is nearly full.'}{' '}
          Please tell the person who runs the server.
        </Notice>
      )}
      {backup && (
        <Notice>
          {backup.last === null
            ? 'No backup has been made yet.'
            : `The last backup was made on ${longTime(backup.last, timezone)}.`}{' '}
          There should be one every 6 hours. Please tell the person who runs the server.
        </Notice>
      )}
      {offSite && (
        <Notice>
          {offSite.last === null
            ? 'No off-site backup has been made yet.'
            : `The last off-site backup was made on ${longTime(offSite.last, timezone)}.`}{' '}
          There should be one every hour.{' '}
          {mayOpenSettings ? (
            <a href="/admin/backups">Open Backups</a>
          ) : (
            'Please tell the person who runs the server.'
          )}
        </Notice>
      )}
      {drill && (
        <Notice>
          {drillWords(drill, timezone)}{' '}
          {mayOpenSettings ? (
            <a href="/admin/backups">Open Backups</a>
          ) : (
            'Please tell an administrator.'
          )}
        </Notice>
      )}
      {history && (
        <p className="notice notice-bad" role="alert">
          {`The nightly check of ${longTime(history.at, timezone)} found a fault in the database or its audit trail: ${history.words}. Please tell the person who runs the server.`}
        </p>
      )}
      {lost && <Notice>{`${lost}. Please tell the person who runs the server.`}</Notice>}
      {clock && <ClockNotice {...clock} timezone={timezone} mayConfirm={mayOpenSettings} />}
      {!hasName && (
        <Notice>
          The company has no name yet. Pages, emails and sealed documents say “Your Company Ltd”.{' '}
          {mayOpenSettings ? (
            <a href="/admin/company">Open Company</a>
          ) : (
            'Please tell an administrator.'
          )}
        </Notice>
      )}
      {waitsForClock && (
        <Notice>
          Documents are not sealed while the server’s clock is in doubt. Please tell the person who
          runs the server.
        </Notice>
      )}
      {documents && (
        <Notice>
          {documents.documents === 1
            ? '1 document has been waiting to be sealed'
            : `${documents.documents} documents have been waiting to be sealed`}{' '}
          since {longTime(documents.since, timezone)}. Please tell the person who runs the server.
        </Notice>
      )}
      {endpoints.map(({ id, host, isGone, since }) => (
        <Notice key={id}>
          {`The webhook endpoint ${host} was disabled on ${longTime(since, timezone)}, because it ${isGone ? 'answered that it wants no more events' : 'took nothing for 48 hours'}. It gets no events until it is enabled again.`}{' '}
          {mayOpenSettings ? (
            <a href="/admin/integrations">Open Integrations</a>
          ) : (
            'Please tell an administrator.'
          )}
        </Notice>
      ))}
      {wrongCodes && <Notice>{wrongCodesWords(wrongCodes, timezone)}</Notice>}
      {mail && <MailNotice status={mail} hasLink={mayOpenSettings} timezone={timezone} />}
    </>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="notice notice-warn" role="status">
    {children}
  </p>
)

type ClockNoticeProps = NonNullable<Notices['clock']> & { timezone: string; mayConfirm: boolean }

/** A form at the page's own address, so that it works without scripts. */
function ClockNotice({ now, hoursLeft, timezone, mayConfirm }: ClockNoticeProps) {
  const words = `The server’s clock has moved by more than a day since it was last read (the server was off, or the clock was set), and says ${longTime(now, timezone)}. Nothing is deleted by age and no certificate is made until the server has run for ${hoursLeft} more ${hoursLeft === 1 ? 'hour' : 'hours'}, or an administrator confirms the clock.`
  if (!mayConfirm) return <Notice>{`${words} Please tell an administrator.`}</Notice>
  return (
    <form method="post" className="notice notice-warn stack">
      <p role="status">{`${words} If it is wrong, please tell the person who runs the server.`}</p>
      <div className="actions">
        <Button type="submit" name="action" value="confirm-clock" small>
          The clock is right
        </Button>
      </div>
    </form>
  )
}

function drillWords({ trouble, last }: NonNullable<Notices['drill']>, timezone: string) {
  const held =
    last === null
      ? 'No recovery drill has held yet.'
      : `A recovery drill last held on ${longTime(last, timezone)}.`
  if (trouble === 'failed')
    return `The last recovery drill failed, so it is not certain that the backups bring everything back. ${held}`
  return `${held} There should be one every week.`
}

/** Somebody, perhaps the administrator, got past the password but not past the code. */
function wrongCodesWords({ count, since }: NonNullable<Notices['wrongCodes']>, timezone: string) {
  const codes = count === 1 ? '1 wrong code was' : `${count} wrong codes were`
  return `${codes} entered for your account since ${longTime(since, timezone)}. If it was not you, somebody knows your password: change it under My account.`
}
