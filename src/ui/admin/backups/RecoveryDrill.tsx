import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { counted } from '../customers/records.ts'
import { DrillRows } from './DrillRows.tsx'
import type { DrillRecord, HeldDrill } from './records.ts'

/** When a restore was last tried out, what was compared, and the button to do it now. */
export function RecoveryDrill({ drill, timezone }: { drill: DrillRecord; timezone: string }) {
  const { held, failed, next, runsByItself, since, isOverdue } = drill
  const time = (instant: string) => longTime(instant, timezone)
  return (
    <RecordCard
      wide
      id="recovery-drill"
      title="Recovery drill"
      rows={[
        { label: 'Last one that held', value: held ? time(held.at) : 'None yet' },
        ...(next && runsByItself ? [{ label: 'Next one', value: `From ${time(next)}` }] : []),
        ...(held ? factsOf(held) : []),
      ]}
    >
      <p className="quiet">
        A drill fetches the newest backup of the second place, opens it, checks every page, event
        and signed document, and compares it with the data here. It changes nothing.
      </p>
      {failed && (
        <p className="notice notice-bad" role="alert">
          {`The drill on ${time(failed.at)} failed: ${failed.reason}. Please tell the person who runs the server.`}
        </p>
      )}
      {!failed && isOverdue && (
        <p className="notice notice-bad" role="status">
          A drill is overdue. There should be one every week.
        </p>
      )}
      {!runsByItself && (
        <p className="notice notice-warn">
          The server cannot run drills by itself, because it has no private key for the backups.
          Either somebody runs the command “drill” every week, or the person who runs the server
          sets BACKUP_IDENTITY_FILE. With that file, somebody who takes over the server can open the
          backups, too.
        </p>
      )}
      {held && <DrillRows tables={held.tables} madeAt={time(held.madeAt)} />}
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

function factsOf({ copy, bytes, events, documents, took }: HeldDrill) {
  return [
    { label: 'Backup', value: <code>{copy}</code> },
    { label: 'Size, opened', value: `${(bytes / 2 ** 20).toFixed(1)} MB` },
    {
      label: 'Checked',
      value: `${counted(events, 'event')}, ${counted(documents, 'signed document')}`,
    },
    { label: 'Time it took', value: duration(took) },
  ]
}

function duration(ms: number) {
  const seconds = Math.max(1, Math.round(ms / 1000))
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
