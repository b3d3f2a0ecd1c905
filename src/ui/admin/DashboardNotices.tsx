import type { ReactNode } from 'react'
import { longTime } from '#src/ui/record/dates.ts'
import { MailNotice, type MailStatusRecord } from './emails/MailNotice.tsx'
import type { AdminProfile } from './profile.ts'

export type Notices = {
  /** Set when the last backup is too old; `last` is when it was made, if there ever was one. */
  backup: { last: string | null } | null
  /** Set when copies do not reach the second place; `last` is when one did, if one ever did. */
  secondPlace: { last: string | null } | null
  /** Set when sealed documents do not reach the second place in time. */
  sentDocuments: { documents: number; since: string } | null
  /** Set when a recovery drill failed, is overdue, or waits for somebody with the private key; `last` is when one held. */
  drill: { trouble: 'failed' | 'overdue' | 'by-hand'; last: string | null } | null
  /** Until when old data is kept, because the server's clock has jumped. */
  deletionsPausedUntil: string | null
  /** Set when sealed documents are not made in time. */
  documents: { documents: number; since: string } | null
  /** Webhook endpoints that were disabled for their answers. */
  endpoints: { id: string; host: string; isGone: boolean; since: string }[]
  mail: MailStatusRecord | null
  mayOpenSettings: boolean
  wrongCodes: AdminProfile['wrongCodes']
}

/** What needs somebody's attention; most administrators can only pass it on. */
export function DashboardNotices({ notices, timezone }: { notices: Notices; timezone: string }) {
  const {
    backup,
    deletionsPausedUntil,
    documents,
    drill,
    endpoints,
    mail,
    mayOpenSettings,
    secondPlace,
    sentDocuments,
    wrongCodes,
  } = notices
  return (
    <>
      {backup && (
        <Notice>
          {backup.last === null
            ? 'No backup has been made yet.'
            : `The last backup was made on ${longTime(backup.last, timezone)}.`}{' '}
          There should be one every 6 hours. Please tell the person who runs the server.
        </Notice>
      )}
      {secondPlace && (
        <Notice>
          {secondPlace.last === null
            ? 'No backup has reached the second place yet.'
            : `No backup has reached the second place since ${longTime(secondPlace.last, timezone)}.`}{' '}
          Please tell the person who runs the server.
        </Notice>
      )}
      {sentDocuments && (
        <Notice>
          {sentDocuments.documents === 1
            ? '1 signed document has been waiting to be sent to the second place, or removed there,'
            : `${sentDocuments.documents} signed documents have been waiting to be sent to the second place, or removed there,`}{' '}
          since {longTime(sentDocuments.since, timezone)}.{' '}
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
      {deletionsPausedUntil && (
        <Notice>
          The server’s clock has jumped by more than a day, so old data is not deleted until{' '}
          {longTime(deletionsPausedUntil, timezone)}. Please tell the person who runs the server.
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

function drillWords({ trouble, last }: NonNullable<Notices['drill']>, timezone: string) {
  const held =
    last === null
      ? 'No recovery drill has held yet.'
      : `A recovery drill last held on ${longTime(last, timezone)}.`
  if (trouble === 'failed')
    return `The last recovery drill failed, so it is not certain that the backups bring everything back. ${held}`
  if (trouble === 'overdue') return `${held} There should be one every week.`
  return `The weekly recovery drill is due, and somebody has to run it, because the server has no private key for the backups. ${held}`
}

/** Somebody, perhaps the administrator, got past the password but not past the code. */
function wrongCodesWords(
  { count, since }: NonNullable<AdminProfile['wrongCodes']>,
  timezone: string,
) {
  const codes = count === 1 ? '1 wrong code was' : `${count} wrong codes were`
  return `${codes} entered for your account since ${longTime(since, timezone)}. If it was not you, somebody knows your password: change it under My account.`
}
