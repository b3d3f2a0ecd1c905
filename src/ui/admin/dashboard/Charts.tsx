import { useEffect, useRef, useState } from 'react'
import type { Analytics } from '#src/domain/review/dashboard.ts'
import { shownMonths } from '#src/forms/admin/shown-months.ts'
import { Button } from '#src/ui/fields/Button.tsx'
import { shortMonth } from '#src/ui/record/dates.ts'

const title = 'Application Completion Rate (by month)'

/** Shows the plot once it is ready, and the table before. The table stays for people who cannot see the plot. */
export function MonthlyChart({ stats }: { stats: Analytics['monthlyStats'] }) {
  const months = shownMonths(stats)
  const { container, isDrawn } = usePlot(months)
  const [wantsTable, setWantsTable] = useState(false)
  if (months.length === 0)
    return (
      <figure className="chart">
        <figcaption className="chart-head">{title}</figcaption>
        <div className="chart-area">
          <p className="empty">Nothing to show yet</p>
        </div>
      </figure>
    )
  const showsPlot = isDrawn && !wantsTable
  return (
    <figure className="chart" aria-labelledby="months-title">
      <figcaption className="chart-head">
        <span id="months-title">{title}</span>
        <Button small variant="ghost" hidden={!isDrawn} onClick={() => setWantsTable(!wantsTable)}>
          {showsPlot || !isDrawn ? 'Show as table' : 'Show as chart'}
        </Button>
      </figcaption>
      <div className="chart-area">
        <div
          ref={container}
          id="plot"
          className={showsPlot ? 'plot' : 'plot plot-away'}
          aria-hidden="true"
        />
        <div className={showsPlot ? 'visually-hidden' : 'months'}>
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
              {months.map(({ month, completionRate }) => (
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

/** Draws the months into `container`, and again when they change. */
function usePlot(months: Analytics['monthlyStats']) {
  const container = useRef<HTMLDivElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const drawnMonths = JSON.stringify(months)
  useEffect(() => {
    let isGone = false
    let remove = () => {}
    async function draw(place: HTMLDivElement) {
      const { drawMonths } = await import('./plot.ts')
      if (isGone) return
      remove = drawMonths(place, JSON.parse(drawnMonths))
      setDrawn(true)
    }
    const fail = (error: unknown) =>
      console.warn('The chart could not be drawn; its table stays', error)
    if (container.current) draw(container.current).catch(fail)
    return () => {
      isGone = true
      remove()
    }
  }, [drawnMonths])
  return { container, isDrawn }
}

export function PieChart({ title, shares }: { title: string; shares: Share[] }) {
  const slices = slicesOf(shares)
  if (slices.every(({ count }) => count === 0))
    return (
      <figure className="chart">
        <figcaption className="chart-head">{title}</figcaption>
        <div className="chart-area">
          <p className="empty">Nothing to show yet</p>
        </div>
      </figure>
    )
  return (
    <figure className="chart">
      <figcaption className="chart-head">{title}</figcaption>
      <div className="pie">
        <div className="chart-area">
          <svg viewBox="-142 -138 284 276" aria-hidden="true" focusable="false">
            {slices.map(({ name, path, colour }) => (
              <path key={name} className={`slice slice-${colour}`} d={path} />
            ))}
            {slices.map(
              ({ name, label, percent }) =>
                label && (
                  <g key={name}>
                    {label.leader && <path className="leader" d={label.leader} />}
                    <text className="slice-text" transform={`translate(${label.position})`}>
                      {`${percent}%`}
                    </text>
                  </g>
                ),
            )}
          </svg>
        </div>
        <table className="table key">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Type</th>
              <th scope="col" className="number">
                Picked
              </th>
              <th scope="col" className="number">
                Share
              </th>
            </tr>
          </thead>
          <tbody>
            {slices.map(({ name, count, percent, colour }) => (
              <tr key={name}>
                <th scope="row">
                  <svg viewBox="0 0 14 14" aria-hidden="true" focusable="false">
                    <path className={`slice-${colour}`} d="M0 0h14v14H0z" />
                  </svg>
                  {name}
                </th>
                <td className="number">{count}</td>
                <td className="number">{`${percent}%`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

type Share = { name: string; count: number }

type Slice = Share & {
  /** The percentage, rounded, so the sum may differ from 100. */
  percent: number
  /** The number of the colour, 1 to 6. */
  colour: number
  /** The path around (0, 0) with radius 100, clockwise from the top. */
  path: string
  label: { position: string; leader: string } | null
}

const radius = 100
const paletteSize = 6
/** The least percentage of a slice that has room for its label. */
const holdsLabel = 7
/** The least distance between two labels outside of the circle, as a part of the whole circle. */
const gap = 0.034

/** Returns the slices, largest first. The colour follows from a name's index, not from its rank. */
export function slicesOf(shares: Share[]): Slice[] {
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  let end = 1
  let next = 1 + gap / 2
  // The loop begins with the thinnest slice, so that its label gives way if there is no room.
  return shares
    .map((share, index) => ({
      ...share,
      percent: total === 0 ? 0 : Math.round((100 * share.count) / total),
      colour: (index % paletteSize) + 1,
    }))
    .sort((a, b) => a.count - b.count)
    .map((share) => {
      if (share.count === 0) return { ...share, path: '', label: null }
      const to = end
      end -= share.count / total
      const middle = (end + to) / 2
      const path = outline(end, to)
      if (share.percent >= holdsLabel)
        return { ...share, path, label: { position: at(middle, 68), leader: '' } }
      next = Math.min(middle, next - gap)
      const leader = `M${at(middle, radius)}L${at(next, 114)}`
      return { ...share, path, label: { position: at(next, 126), leader } }
    })
    .reverse()
}

/** `from` and `to` are parts of the whole circle. An arc cannot end where it began, so a full circle is two halves. */
function outline(from: number, to: number): string {
  if (to - from > 0.9999)
    return `M0 -${radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 -${radius}Z`
  const large = to - from > 0.5 ? 1 : 0
  return `M0 0L${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}Z`
}

function at(part: number, distance: number): string {
  const angle = part * 2 * Math.PI - Math.PI / 2
  return `${round(Math.cos(angle) * distance)} ${round(Math.sin(angle) * distance)}`
}

const round = (value: number) => Math.round(value * 100) / 100 + 0
