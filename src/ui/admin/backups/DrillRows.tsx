import type { HeldDrill } from './records.ts'

/** How many rows each table had in the backup, and in the database at the time of the drill. */
export function DrillRows({ tables }: Pick<HeldDrill, 'tables'>) {
  const filled = tables.filter(({ copy, now }) => copy + now > 0)
  return (
    <details>
      <summary>Rows that were counted</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be in reach of the keyboard */}
      <section className="scroller" tabIndex={0} aria-label="Rows by table">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Table</th>
              <th scope="col" className="number">
                Backup
              </th>
              <th scope="col" className="number">
                Database
              </th>
            </tr>
          </thead>
          <tbody>
            {filled.map(({ table, copy, now }) => (
              <tr key={table}>
                <td>{table.replaceAll('_', ' ')}</td>
                <td className="number">{copy.toLocaleString('en-GB')}</td>
                <td className="number">{now.toLocaleString('en-GB')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
