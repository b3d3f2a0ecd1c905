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

/** Where backups go beside the server's own disk. */
export function SecondPlace({
  secondPlace: { name, isEncrypted, everyMinutes, sentAt },
  timezone,
}: {
  secondPlace: SecondPlaceRecord
  timezone: string
}) {
  return (
    <RecordCard
      id="second-place"
      title="Second place"
      rows={[
        { label: 'Last backup', value: sentAt ? longTime(sentAt, timezone) : 'None yet' },
        { label: 'Where', value: <code>{name}</code> },
        { label: 'Sent', value: every(everyMinutes) },
        { label: 'Encrypted', value: isEncrypted ? 'Yes' : 'No' },
      ]}
    />
  )
}

function every(minutes: number) {
  if (minutes === 60) return 'Every hour'
  return minutes % 60 === 0 ? `Every ${minutes / 60} hours` : `Every ${minutes} minutes`
}
