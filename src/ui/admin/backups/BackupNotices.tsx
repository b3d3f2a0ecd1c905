import { longTime } from '#src/ui/record/dates.ts'
import type { Backups } from './records.ts'

/** What is wrong with the backups, before everything else. */
export function BackupNotices({ secondPlace, drill, timezone }: Backups) {
  const time = (instant: string) => longTime(instant, timezone)
  return (
    <>
      {!secondPlace && (
        <p className="notice notice-warn">
          No second place is set. If the server’s disk is lost, every backup on it is lost, too.
          Please ask the person who runs the server to set BACKUP_TARGET.
        </p>
      )}
      {secondPlace?.failed && (
        <p className="notice notice-bad">
          {`A backup did not reach the second place on ${time(secondPlace.failed.at)}: ${secondPlace.failed.reason}. Please tell the person who runs the server.`}
        </p>
      )}
      {secondPlace?.isLate && !secondPlace.failed && (
        <p className="notice notice-bad">
          The next backup for the second place is late. Please tell the person who runs the server.
        </p>
      )}
      {drill?.failed && (
        <p className="notice notice-bad">
          {`The recovery drill on ${time(drill.failed.at)} failed: ${drill.failed.reason}. Please tell the person who runs the server.`}
        </p>
      )}
      {drill?.isOverdue && !drill.failed && (
        <p className="notice notice-bad">
          A recovery drill is overdue. There should be one every week.
        </p>
      )}
    </>
  )
}
