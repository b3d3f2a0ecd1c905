import uPlot from 'uplot'
import { shortMonth } from '#src/ui/record/dates.ts'

type MonthlyStat = { month: string; completionRate: number }

/** CSS pixels */
const height = 300

/** Draws the plot, and returns a function that removes it. */
export function drawMonths(container: HTMLElement, stats: MonthlyStat[]): () => void {
  const theme = matchMedia('(prefers-color-scheme: dark)')
  let plot = draw()
  const watch = new ResizeObserver(() => plot.setSize({ width: container.clientWidth, height }))
  watch.observe(container)
  theme.addEventListener('change', redraw)
  return () => {
    theme.removeEventListener('change', redraw)
    watch.disconnect()
    plot.destroy()
  }

  function redraw() {
    plot.destroy()
    plot = draw()
  }

  function draw() {
    return new uPlot(optionsFor(container, stats), dataOf(stats), container)
  }
}

/** A single month is in the middle. */
const aroundOne = (_: uPlot, from: number, to: number): [number, number] =>
  from === to ? [from - 1, to + 1] : [from, to]

/** Months are categories: uPlot's time scale would put them at uneven distances. */
function optionsFor(container: HTMLElement, stats: MonthlyStat[]): uPlot.Options {
  const colour = coloursOf(container)
  const axis = {
    stroke: colour('color'),
    font: `14px ${getComputedStyle(container).fontFamily}`,
    ticks: { show: false },
  }
  return {
    width: container.clientWidth,
    height,
    legend: { show: false },
    cursor: { show: false },
    padding: [12, 18, 0, 0],
    scales: { x: { time: false, range: aroundOne }, y: { range: [0, 100] } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        gap: 12,
        space: 64,
        incrs: [1, 2, 3, 4, 6],
        values: (_, splits) => splits.map((index) => labelOf(stats[index]?.month)),
      },
      {
        ...axis,
        size: 56,
        grid: { stroke: colour('border-top-color'), width: 1 },
        splits: [0, 25, 50, 75, 100],
        values: (_, splits) => splits.map((percent) => `${percent}%`),
      },
    ],
    series: [
      {},
      {
        stroke: colour('fill'),
        width: 2.5,
        points: {
          show: true,
          size: 8,
          width: 2,
          stroke: colour('fill'),
          fill: colour('background-color'),
        },
      },
    ],
  }
}

const dataOf = (stats: MonthlyStat[]): uPlot.AlignedData => [
  stats.map((_, index) => index),
  stats.map(({ completionRate }) => completionRate),
]

const labelOf = (month: string | undefined) => (month ? shortMonth(month).replace(/ 20/, ' ’') : '')

/** Reads a colour from the container's style, because a canvas does not know custom properties. */
function coloursOf(container: HTMLElement) {
  const styles = getComputedStyle(container)
  return (name: string) => styles.getPropertyValue(name)
}
