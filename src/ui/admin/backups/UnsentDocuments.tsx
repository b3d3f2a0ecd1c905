import { Button } from '#src/ui/fields/Button.tsx'
import { longTime } from '#src/ui/record/dates.ts'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import type { DocumentsRecord, UnsentRecord } from './records.ts'

/** How many signed documents have not reached the second place. */
export function DocumentCounts({ documents: { waiting, dead } }: { documents: DocumentsRecord }) {
  return (
    <RecordCard
      id="signed-documents"
      title="Signed documents"
      rows={[
        { label: 'Waiting', value: waiting.toLocaleString('en-GB') },
        { label: 'Given up', value: dead.toLocaleString('en-GB') },
      ]}
    >
      <p className="quiet">
        {waiting + dead === 0
          ? 'No document is waiting to be sent.'
          : 'A document goes to the second place as soon as it is sealed.'}
      </p>
    </RecordCard>
  )
}

/** The documents that wait, and what can be done. */
export function UnsentDocuments({
  documents: { listed, waiting, dead },
  timezone,
}: {
  documents: DocumentsRecord
  timezone: string
}) {
  const rest = waiting + dead - listed.length
  return (
    <RecordCard wide id="unsent-documents" title="Documents on their way">
      <ul className="sessions">
        {listed.map((document) => (
          <Unsent key={document.id} document={document} timezone={timezone} />
        ))}
      </ul>
      {rest > 0 && <p>{`And ${rest.toLocaleString('en-GB')} more.`}</p>}
      <form method="post" className="actions no-print">
        <Button type="submit" name="action" value="resend-all">
          Resend All
        </Button>
      </form>
    </RecordCard>
  )
}

function Unsent({ document, timezone }: { document: UnsentRecord; timezone: string }) {
  const { id, application, state, since, reason } = document
  return (
    <li>
      <div>
        {titleOf(document)}{' '}
        {application && <a href={`/admin/applications/${application}`}>{application}</a>}
        <p className="hint">
          {`${states[state]} since ${longTime(since, timezone)}${reason ? `: ${reason}` : ''}`}
        </p>
      </div>
      {state !== 'leased' && (
        <form method="post" className="actions no-print">
          <input type="hidden" name="document" value={id} />
          <Button small type="submit" name="action" value="resend" aria-label={`Resend ${id}`}>
            Resend
          </Button>
          <Button small type="submit" name="action" value="discard" aria-label={`Discard ${id}`}>
            Discard
          </Button>
        </form>
      )}
    </li>
  )
}

const states = { waiting: 'Waiting', leased: 'Being sent, waiting', dead: 'Given up, waiting' }

function titleOf({ task, kind }: UnsentRecord) {
  if (task === 'remove') return 'Removal of an erased document'
  return kind === 'countersigned' ? 'Countersigned document of' : 'Signed document of'
}
