/** How often everything is measured in turn; a run for looking takes fewer. */
export const rounds = Number(process.env.BENCH_ROUNDS) || 5

/** One line of the table: a figure, what it should reach, and what stands beside it for comparison. */
export type Measure = {
  what: string
  value: number
  unit: 'x' | 'ms' | 'MiB' | 'KiB' | 'KB'
  goal?: { atLeast: number } | { atMost: number }
  beside?: string
}

/** Whether the figure reaches its goal; a line without one is for information. */
export function isReached({ value, goal }: Measure): boolean | null {
  if (!goal) return null
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** The table as Markdown, the same in a terminal and in docs/performance.md. */
export function tableOf(measures: Measure[]): string {
  const lines = measures.map((measure) => {
    const { what, value, unit, goal, beside = '' } = measure
    const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    const bound = goal && ('atLeast' in goal ? `>= ${goal.atLeast}` : `<= ${goal.atMost}`)
    const reached = { true: 'yes', false: 'NO', null: '' }[`${isReached(measure)}`]
    const amount = `${value.toLocaleString('en-GB', options)} ${unit}`
    return [what, amount, bound ? `${bound} ${unit}` : '', reached, beside]
  })
  const rows = [['what', 'measured', 'goal', 'reached', 'beside'], ...lines]
  const widths = [0, 1, 2, 3, 4].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  const [head, ...rest] = rows.map(
    (row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`,
  )
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest].join('\n')
}

export const median = (list: number[]) => share(list, 0.5)

/** The value that so many of the list are not above: 0.5 is the median, 0.99 what one in a hundred exceeds. */
export function share(list: number[], part: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

/**
 * Measures every side once a round, first one side first and then the other, so that what disturbs the machine disturbs
 * all of them; returns the figures round by round.
 */
export async function inTurn<Name extends string, Figure>(
  sides: Record<Name, () => Figure | Promise<Figure>>,
  times = rounds,
): Promise<Record<Name, Figure>[]> {
  const names = Object.keys(sides) as Name[]
  const all: Record<Name, Figure>[] = []
  for (let round = 0; round < times; round++) {
    const figures = {} as Record<Name, Figure>
    for (const name of round % 2 ? names.toReversed() : names) figures[name] = await sides[name]()
    all.push(figures)
  }
  return all
}
