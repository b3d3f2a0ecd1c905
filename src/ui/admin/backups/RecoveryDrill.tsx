import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { counted } from '../customers/records.ts'
import { DrillRows } from './DrillRows.tsx'
import type { DrillRecord, HeldDrill } from './records.ts'

/** When a restore was last tried out, what was compared, and the button to do it now. */
export function RecoveryDrill({ drill, timezone }: { drill: DrillRecord; timezone: string }) {
  const { held, next, runsByItself, since } = drill
  const time = (instant: string) => longTime(instant, timezone)
  return (
    <RecordCard
      wide
      id="recovery-drill"
      title="Recovery drill"
      rows={[
        { label: 'Last one that held', value: held ? time(held.at) : 'None yet' },
        ...(next && runsByItself
          ? [{ label: 'Next one', value: nextWords(next, drill.isDue, time) }]
          : []),
        ...(held ? factsOf(held, time) : []),
      ]}
    >
      <p className="quiet">
        A drill fetches the newest backup of the second place, opens it, checks every page, event
        and signed document, and compares it with the data here. It changes nothing.
      </p>
      {!runsByItself && (
        <p className="notice notice-warn">
          The server cannot run drills by itself, because it has no private key for the backups.
          Either somebody runs the command “drill” every week, or the person who runs the server
          sets BACKUP_IDENTITY_FILE. With that file, somebody who takes over the server can open the
          backups, too.
        </p>
      )}
      {held && <DrillRows tables={held.tables} />}
      {since && <p role="status">{`A drill has been running since ${time(since)}.`}</p>}
      {since && (
        <div className="actions no-print">
          <ButtonLink href="/admin/backups">Show Progress</ButtonLink>
        </div>
      )}
      {!since && runsByItself && (
        <form method="post" className="actions no-print">
          <Button type="submit" variant="primary" name="action" value="drill">
            Run the Drill Now
          </Button>
        </form>
      )}
    </RecordCard>
  )
}

const nextWords = (next: string, isDue: boolean, time: (instant: string) => string) =>
  isDue ? 'Within the hour' : `From ${time(next)}`

function factsOf(
  { copy, madeAt, bytes, events, documents, took }: HeldDrill,
  time: (instant: string) => string,
) {
  return [
    { label: 'Backup', value: <code>{copy}</code> },
    { label: 'Made', value: time(madeAt) },
    { label: 'Size', value: size(bytes) },
    {
      label: 'Checked',
      value: `${counted(events, 'event')}, ${counted(documents, 'signed document')}`,
    },
    { label: 'Time it took', value: duration(took) },
  ]
}

const size = (bytes: number) =>
  bytes < 2 ** 30 ? `${(bytes / 2 ** 20).toFixed(1)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`

function duration(ms: number) {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
