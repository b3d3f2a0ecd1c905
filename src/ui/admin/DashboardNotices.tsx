import type { ReactNode } from 'react'
import type { dashboardNotices } from '#src/http/dashboard-notices.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { PostForm } from '#src/ui/fields/PostForm.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { MailNotice } from './Notices.tsx'

type Notices = ReturnType<typeof dashboardNotices>

const operator = 'Please tell the person who runs the server.'

/** Shows notices that need attention. Most administrators can only pass them on. */
export function DashboardNotices({ notices, timezone }: { notices: Notices; timezone: string }) {
  const { disk, backup, offSite, drill, history, documents, mail, wrongCodes } = notices
  const at = (instant: string) => longTime(instant, timezone)
  const open = (href: string, name: string) =>
    notices.mayOpenSettings ? <a href={href}>Open {name}</a> : 'Please tell an administrator.'
  return (
    <>
      {history && (
        <p className="notice notice-bad" role="alert">
          {`The nightly check of ${at(history.at)} found a fault in the database: ${history.words}. ${operator}`}
        </p>
      )}
      {notices.refused.length > 0 && (
        <p className="notice notice-bad" role="alert">
          {`The ${notices.refused[0]}${notices.refused.length > 1 ? `, and ${notices.refused.length - 1} more` : ''}. Somebody has changed the database. ${operator}`}
        </p>
      )}
      {disk && (
        <Notice>
          {disk === 'full'
            ? 'The server’s disk is full, so applicants and customers cannot save anything.'
            : 'The server’s disk is nearly full.'}{' '}
          {operator}
        </Notice>
      )}
      {backup && (
        <Notice>
          {backup.last
            ? `The last backup was made on ${at(backup.last)}.`
            : 'No backup has been made yet.'}{' '}
          There should be one every 6 hours. {operator}
        </Notice>
      )}
      {offSite && (
        <Notice>
          {offSite.last
            ? `The last off-site backup was made on ${at(offSite.last)}.`
            : 'No off-site backup has been made yet.'}{' '}
          There should be one every hour. {open('/admin/backups', 'Backups')}
        </Notice>
      )}
      {drill && (
        <Notice>
          {drill.trouble === 'failed' &&
            'The last recovery drill failed, so the backups may not restore everything. '}
          {drill.last
            ? `The last successful recovery drill was on ${at(drill.last)}. `
            : 'No recovery drill has succeeded yet. '}
          {drill.trouble === 'overdue' && 'There should be one every week. '}
          {open('/admin/backups', 'Backups')}
        </Notice>
      )}
      {notices.lost && <Notice>{`${notices.lost}. ${operator}`}</Notice>}
      {notices.proxy && <Notice>{`${notices.proxy}. ${operator}`}</Notice>}
      {notices.clock && <Notice>{`${notices.clock}. ${operator}`}</Notice>}
      {!notices.hasName && (
        <Notice>
          The company has no name yet. Pages, emails and sealed documents say “Your Company Ltd”.{' '}
          {open('/admin/company', 'Company')}
        </Notice>
      )}
      {notices.waitsForClock && (
        <Notice>Documents are not sealed while the server’s clock may be wrong. {operator}</Notice>
      )}
      {documents && (
        <Notice>
          {documents.documents === 1
            ? '1 document has been waiting to be sealed'
            : `${documents.documents} documents have been waiting to be sealed`}{' '}
          since {at(documents.since)}. {operator}
        </Notice>
      )}
      {notices.endpoints.map(({ id, host, since }) => (
        <Notice key={id}>
          {`The webhook endpoint ${host} has accepted no event since ${at(since)}.`}{' '}
          {open('/admin/integrations', 'Integrations')}
        </Notice>
      ))}
      {wrongCodes && (
        <CodeNotice>{`${wrongCodes.count === 1 ? '1 wrong code was' : `${wrongCodes.count} wrong codes were`} entered for your account since ${at(wrongCodes.since)}. If it was not you, somebody knows your password: change it under My account.`}</CodeNotice>
      )}
      {notices.codesLeft !== null && (
        <CodeNotice>
          {`You signed in with a recovery code. ${notices.codesLeft === 1 ? '1 is' : `${notices.codesLeft} are`} left.`}{' '}
          If you no longer have your phone, turn two-step sign-in off and set it up again under{' '}
          <a href="/admin/account">My account</a>.
        </CodeNotice>
      )}
      {mail && <MailNotice status={mail} hasLink={notices.mayOpenSettings} timezone={timezone} />}
    </>
  )
}

/** Shows the version, and what the nightly check compared. */
export function InstallationLine({ notices, timezone }: { notices: Notices; timezone: string }) {
  const { version, checked } = notices
  return (
    <p className="quiet">
      {[
        `Countersign ${version}.`,
        ...(checked ? [`Checked on ${longTime(checked.at, timezone)}: ${checked.words}.`] : []),
      ].join(' ')}
    </p>
  )
}

const Notice = ({ children }: { children: ReactNode }) => (
  <p className="notice notice-warn" role="status">
    {children}
  </p>
)

const CodeNotice = ({ children }: { children: ReactNode }) => (
  <PostForm className="notice notice-warn stack">
    <p role="status">{children}</p>
    <div className="actions">
      <Button type="submit" name="action" value="put-away" small>
        Dismiss
      </Button>
    </div>
  </PostForm>
)
