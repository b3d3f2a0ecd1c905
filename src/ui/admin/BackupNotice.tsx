import { longTime } from '#src/ui/record/dates.ts'

/** Tells administrators that the last backup is too old; most of them can only pass it on. */
export function BackupNotice({ last, timezone }: { last: string | null; timezone: string }) {
  return (
    <p className="notice notice-warn" role="status">
      {last === null
        ? 'No backup has been made yet.'
        : `The last backup was made on ${longTime(last, timezone)}.`}{' '}
      There should be one every 6 hours. Please tell the person who runs the server.
    </p>
  )
}
