import { useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/fields/Button.tsx'
import { shortMonth } from '#src/ui/record/dates.ts'
import type { MonthlyStat } from './plot.ts'

const title = 'Application Completion Rate (by month)'

/**
 * The completion rate by month: a table until the plot's code has come, then a plot in the same 300 pixels, with the
 * table a press away and always there for those who do not see the plot.
 */
export function MonthlyChart({ stats }: { stats: MonthlyStat[] }) {
  const container = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const plotted = ready && !asTable

  useEffect(() => {
    let remove: (() => void) | undefined
    let gone = false
    import('./plot.ts')
      .then(({ drawMonths }) => {
        if (gone || !container.current) return
        remove = drawMonths(container.current, stats)
        setReady(true)
      })
      .catch((error) => {
        container.current?.replaceChildren()
        console.warn('The chart could not be drawn; its table stays', error)
      })
    return () => {
      gone = true
      remove?.()
    }
  }, [stats])

  return (
    <figure className="chart" aria-labelledby="months-title">
      <figcaption className="chart-head">
        <span id="months-title">{title}</span>
        {ready && (
          <Button small variant="ghost" onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Show as chart' : 'Show as table'}
          </Button>
        )}
      </figcaption>
      <div className="chart-area">
        <div ref={container} className={plotted ? 'plot' : 'plot plot-away'} aria-hidden="true" />
        <div className={plotted ? 'visually-hidden' : 'months'}>
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
