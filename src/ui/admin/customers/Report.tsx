import { RecordCard } from '#src/ui/record/RecordCard.tsx'

export type ReportProps = {
  fileName: string
  rows: number
  good: number
  /** `null` when the file was only checked. */
  imported: number | null
  isUnderWay: boolean
  faults: number
  notes: number
  /** The first faults and notes. */
  lines: { line: number; column: string; message: string }[]
}

/** What was found in a file, and what was imported of it. */
export function Report({ fileName, rows, good, imported, faults, notes, ...rest }: ReportProps) {
  const { isUnderWay, lines } = rest
  const all = faults + notes
  return (
    <RecordCard
      wide
      id="report"
      title={fileName}
      rows={[
        { label: 'Rows', value: rows.toLocaleString('en-GB') },
        { label: 'Without a fault', value: good.toLocaleString('en-GB') },
        { label: 'Faults and notes', value: `${faults} and ${notes}` },
        {
          label: 'Imported',
          value: imported === null ? 'Nothing yet' : counted(imported, 'customer'),
        },
      ]}
    >
      {isUnderWay && (
        <p className="fields" role="status">
          The import is under way. You can leave this page, and load it again to see how far it is.
        </p>
      )}
      {lines.length < all && (
        <p className="fields">{`The first ${counted(lines.length, 'fault')} of ${all.toLocaleString('en-GB')}.`}</p>
      )}
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be in reach of the keyboard
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
              {lines.map(({ line, column, message }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, on the server
                <tr key={index}>
                  <td className="number">{line}</td>
                  <td>{column || 'Whole row'}</td>
                  <td>{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </RecordCard>
  )
}

/** A number with its noun: "1 row", "2,000 rows". */
export const counted = (count: number, noun: string) =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
