export type Share = { name: string; count: number }

export type Slice = Share & {
  /** Whole percent; those of all slices sum to 100. */
  percent: number
  /** Its place in the palette, 1 to 6. */
  colour: number
  /** The outline around (0, 0) with radius 100, clockwise from the top; '' for nothing. */
  path: string
  /** Where its label stands, or `null` when the slice is too thin to hold one. */
  label: { x: number; y: number } | null
}

const radius = 100
const paletteSize = 6
const labelFrom = 5

/** The slices of a pie, largest first; a colour belongs to a name's place in what was given, not to its rank. */
export function slicesOf(shares: Share[]): Slice[] {
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  const percents = wholePercents(shares.map(({ count }) => count))
  const sorted = shares
    .map((share, at) => ({
      ...share,
      percent: percents[at] ?? 0,
      colour: (at % paletteSize) + 1,
    }))
    .sort((a, b) => b.count - a.count)
  let before = 0
  return sorted.map((share) => {
    const from = total && before / total
    before += share.count
    const to = total && before / total
    return {
      ...share,
      path: share.count === 0 ? '' : outline(from, to),
      label: share.percent < labelFrom ? null : at((from + to) / 2, radius * 0.68),
    }
  })
}

/** Whole percents that sum to 100, by the largest remainder; all 0 when there is nothing. */
export function wholePercents(counts: number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / total)
  const whole = exact.map(Math.floor)
  const missing = 100 - whole.reduce((sum, percent) => sum + percent, 0)
  const byRemainder = exact
    .map((percent, index) => ({ index, rest: percent - Math.floor(percent) }))
    .sort((a, b) => b.rest - a.rest)
  for (const { index } of byRemainder.slice(0, missing)) whole[index] = (whole[index] ?? 0) + 1
  return whole
}

/** `from` and `to` are parts of the whole circle; an arc cannot end where it began, so a full one is two halves. */
function outline(from: number, to: number): string {
  if (to - from >= 1)
    return `M0 -${radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 -${radius}Z`
  const [start, end] = [at(from, radius), at(to, radius)]
  const large = to - from > 0.5 ? 1 : 0
  return `M0 0L${start.x} ${start.y}A${radius} ${radius} 0 ${large} 1 ${end.x} ${end.y}Z`
}

function at(part: number, distance: number) {
  const angle = part * 2 * Math.PI - Math.PI / 2
  return { x: round(Math.cos(angle) * distance), y: round(Math.sin(angle) * distance) }
}

/** Short numbers, and the same on server and browser. */
const round = (value: number) => Math.round(value * 100) / 100 + 0
