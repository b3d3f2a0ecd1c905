import { Button } from '#src/ui/fields/Button.tsx'
import { shortMonth } from '#src/ui/record/dates.ts'

const title = 'Application Completion Rate (by month)'

/** A table; `islands/dashboard.ts` draws a plot in the same 300 pixels, with the table a press away. */
export function MonthlyChart({ stats }: { stats: { month: string; completionRate: number }[] }) {
  return (
    <figure className="chart" aria-labelledby="months-title">
      <figcaption className="chart-head">
        <span id="months-title">{title}</span>
        <Button small variant="ghost" id="months-toggle" hidden>
          Show as table
        </Button>
      </figcaption>
      <div className="chart-area">
        <div id="plot" className="plot plot-away" aria-hidden="true" />
        <div id="months" className="months">
          <table className="table">
            <caption className="visually-hidden">{title}</caption>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" className="number">
                  Completion rate
                </th>
              </tr>
            </thead>
            <tbody>
              {stats.map(({ month, completionRate }) => (
                <tr key={month}>
                  <th scope="row">{shortMonth(month)}</th>
                  <td className="number">{`${completionRate}%`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </figure>
  )
}
