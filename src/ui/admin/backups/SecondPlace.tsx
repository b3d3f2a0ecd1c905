import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { Backups, SecondPlaceRecord } from './records.ts'

/** The backups beside the database. */
export function LocalBackups({ local, timezone }: Pick<Backups, 'local' | 'timezone'>) {
  const { count, newest } = local
  return (
    <RecordCard
      id="local-backups"
      title="On the server"
      rows={[
        { label: 'Last backup', value: newest ? longTime(newest, timezone) : 'None yet' },
        { label: 'Kept', value: count === 1 ? '1 backup' : `${count} backups` },
        { label: 'Made', value: 'Every 6 hours' },
      ]}
    />
  )
}

/** Where backups go beside the server's own disk, and whether they arrive. */
export function SecondPlace({
  secondPlace,
  timezone,
}: {
  secondPlace: SecondPlaceRecord | null
  timezone: string
}) {
  const title = 'Second place'
  if (!secondPlace)
    return (
      <RecordCard id="second-place" title={title}>
        <p className="notice notice-warn">
          No second place is set. If the server’s disk is lost, every backup on it is lost, too.
          Please ask the person who runs the server to set BACKUP_TARGET.
        </p>
      </RecordCard>
    )
  const { name, isEncrypted, everyMinutes, sentAt, isLate, failed } = secondPlace
  return (
    <RecordCard
      id="second-place"
      title={title}
      rows={[
        { label: 'Last backup', value: sentAt ? longTime(sentAt, timezone) : 'None yet' },
        { label: 'Where', value: <code>{name}</code> },
        { label: 'Sent', value: every(everyMinutes) },
        { label: 'Encrypted', value: isEncrypted ? 'Yes' : 'No' },
      ]}
    >
      {failed && (
        <p className="notice notice-bad" role="status">
          {`The attempt on ${longTime(failed.at, timezone)} failed: ${failed.reason}. Please tell the person who runs the server.`}
        </p>
      )}
      {!failed && isLate && (
        <p className="notice notice-bad" role="status">
          The last backup is late. Please tell the person who runs the server.
        </p>
      )}
    </RecordCard>
  )
}

function every(minutes: number) {
  if (minutes === 60) return 'Every hour'
  return minutes % 60 === 0 ? `Every ${minutes / 60} hours` : `Every ${minutes} minutes`
}
