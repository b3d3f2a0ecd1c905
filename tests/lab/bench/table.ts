/** One line of the table: a figure, what it should reach, and what stands beside it for comparison. */
export type Measure = {
  what: string
  value: number
  unit: 'x' | 'ms' | 'MiB' | 'KiB' | 'KB' | 'points' | 'of 20'
  goal?: { atLeast: number } | { atMost: number }
  beside?: string
}

/** The table as Markdown, the same in a terminal and in docs/performance.md. */
export function tableOf(measures: Measure[]): string {
  const lines = measures.map((measure) => [
    measure.what,
    amount(measure.value, measure.unit),
    goalOf(measure),
    reached(measure),
    measure.beside ?? '',
  ])
  const rows = [['what', 'measured', 'goal', 'reached', 'beside'], ...lines]
  const widths = [0, 1, 2, 3, 4].map((at) =>
    Math.max(3, ...rows.map((row) => row[at]?.length ?? 0)),
  )
  const text = (row: string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [
    text(head),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rest.map(text),
  ].join('\n')
}

/** Whether the figure reaches its goal; a line without one is for information. */
export function isReached({ value, goal }: Measure): boolean | null {
  if (!goal) return null
  return 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost
}

/** A figure with as many digits as mean something. */
export function amount(value: number, unit: string): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2
  const text = value.toLocaleString('en-GB', {
    minimumFractionDigits: unit === 'points' ? 0 : digits,
    maximumFractionDigits: unit === 'points' ? 0 : digits,
  })
  return `${text} ${unit}`
}

const reached = (measure: Measure) => {
  const is = isReached(measure)
  return is === null ? '' : is ? 'yes' : 'NO'
}

function goalOf({ goal, unit }: Measure): string {
  if (!goal) return ''
  return 'atLeast' in goal ? `>= ${goal.atLeast} ${unit}` : `<= ${goal.atMost} ${unit}`
}
