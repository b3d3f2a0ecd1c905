import { OwnPassword } from '#src/ui/admin/OwnPassword.tsx'
import { Button, ButtonLink } from '#src/ui/fields/Button.tsx'
import { RecordCard } from '#src/ui/record/RecordCard.tsx'
import { counted, type FaultRecord, type ImportRecord } from './records.ts'

type Props = {
  open: ImportRecord
  faults: FaultRecord[]
  asksPassword: boolean
  errors: Record<string, string>
  /** The choice of a refused post. */
  invites: boolean
  /** The page loads itself again. */
  refreshes: boolean
}

/** The import that is waiting or under way, with what is wrong in its file and what can be done. */
export function OpenImport({ open, faults, asksPassword, errors, invites, refreshes }: Props) {
  const { id, fileName, state, rows, doneRows } = open
  const good = rows - Math.min(open.lines, rows)
  return (
    <RecordCard
      wide
      id="import"
      title={fileName}
      rows={[
        { label: 'Rows', value: rows.toLocaleString('en-GB') },
        { label: 'Without a fault', value: good.toLocaleString('en-GB') },
        { label: 'Left out', value: counted(open.lines, 'line') },
        { label: 'Faults and notes', value: `${open.faults} and ${open.notes}` },
      ]}
    >
      <form method="post" className="fields no-print" noValidate>
        <input type="hidden" name="import" value={id} />
        {state === 'checked' && good > 0 && (
          <>
            <label className="choice">
              <input type="checkbox" name="invite" value="yes" defaultChecked={invites} />
              <span>
                Email each customer an invitation to the client portal, two customers a second
              </span>
            </label>
            {asksPassword && (
              <OwnPassword id="currentPassword-import" error={errors.currentPassword} />
            )}
          </>
        )}
        {state === 'checking' && <p role="status">The file is being checked.</p>}
        {state === 'importing' && (
          <p role="status">
            {doneRows.toLocaleString('en-GB')} of {counted(rows, 'row')} are done. You can leave
            this page.
          </p>
        )}
        {refreshes && (
          <p className="quiet">This page shows the progress again every ten seconds.</p>
        )}
        {state === 'checked' && good === 0 && <p role="status">There is nothing to import.</p>}
        <div className="actions">
          {state === 'checked' && good > 0 && (
            <Button type="submit" variant="primary" name="action" value="import">
              {`Import ${counted(good, 'row')}`}
            </Button>
          )}
          {state !== 'checked' && !refreshes && (
            <ButtonLink href="/admin/customers">Show Progress</ButtonLink>
          )}
          {refreshes && <ButtonLink href="/admin/customers?looks=60">Stop Updating</ButtonLink>}
          {state === 'importing' ? (
            <Button type="submit" variant="danger" name="action" value="stop">
              Stop Import
            </Button>
          ) : (
            <Button type="submit" variant="danger" name="action" value="discard">
              Discard File
            </Button>
          )}
        </div>
      </form>
      <Faults {...{ faults, id }} all={open.faults + open.notes} />
    </RecordCard>
  )
}

function Faults({ faults, id, all }: { faults: FaultRecord[]; id: number; all: number }) {
  if (faults.length === 0) return null
  return (
    <>
      <div className="fields">
        {all > faults.length && (
          <p>{`The first ${counted(faults.length, 'fault')} of ${all.toLocaleString('en-GB')}.`}</p>
        )}
        <div className="actions">
          <ButtonLink small href={`/admin/customers/faults?import=${id}`}>
            Download All as CSV
          </ButtonLink>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be in reach of the keyboard */}
      <section className="scroller" tabIndex={0} aria-label="What is wrong, by line">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Column</th>
              <th scope="col">What is wrong</th>
            </tr>
          </thead>
          <tbody>
            {faults.map(({ id, line, column, message }) => (
              <tr key={id}>
                <td className="number">{line}</td>
                <td>{column || 'Whole row'}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}
