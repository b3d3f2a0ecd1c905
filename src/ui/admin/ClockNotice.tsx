import { longTime } from '#src/ui/record/dates.ts'

/** Tells administrators that the server's clock has jumped; most of them can only pass it on. */
export function ClockNotice({ until, timezone }: { until: string; timezone: string }) {
  return (
    <p className="notice notice-warn" role="status">
      The server’s clock has jumped by more than a day, so old data is not deleted until{' '}
      {longTime(until, timezone)}. Please tell the person who runs the server.
    </p>
  )
}
