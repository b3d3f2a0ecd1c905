export type Share = { name: string; count: number }

export type Slice = Share & {
  /** Whole percent; those of all slices sum to 100. */
  percent: number
  /** Its place in the palette, 1 to 6. */
  colour: number
  /** The outline around (0, 0) with radius 100, clockwise from the top; '' for nothing. */
  path: string
  /** Where its label stands, as "x y": in the slice, or beyond its edge at the end of a line; `null` for nothing. */
  label: { place: string; leader: string } | null
}

const radius = 100
const paletteSize = 6
/** Percent from which a slice holds its own label. */
const holdsLabel = 7
/** Labels beyond the edge are this part of the circle from each other at least. */
const gap = 0.034

/** The slices of a pie, largest first; a colour belongs to a name's place in what was given, not to its rank. */
export function slicesOf(shares: Share[]): Slice[] {
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  const percents = wholePercents(shares.map(({ count }) => count))
  let end = 1
  let next = 1 + gap / 2
  // from the thinnest, which is the last before the top: a label that lacks room makes way for the one after it
  return shares
    .map((share, at) => ({ ...share, percent: percents[at] ?? 0, colour: (at % paletteSize) + 1 }))
    .sort((a, b) => a.count - b.count)
    .map((share) => {
      if (share.count === 0) return { ...share, path: '', label: null }
      const to = end
      end -= share.count / total
      const middle = (end + to) / 2
      const path = outline(end, to)
      if (share.percent >= holdsLabel)
        return { ...share, path, label: { place: at(middle, 68), leader: '' } }
      next = Math.min(middle, next - gap)
      const leader = `M${at(middle, radius)}L${at(next, 114)}`
      return { ...share, path, label: { place: at(next, 126), leader } }
    })
    .reverse()
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
  if (to - from > 0.9999)
    return `M0 -${radius}A${radius} ${radius} 0 1 1 0 ${radius}A${radius} ${radius} 0 1 1 0 -${radius}Z`
  const large = to - from > 0.5 ? 1 : 0
  return `M0 0L${at(from, radius)}A${radius} ${radius} 0 ${large} 1 ${at(to, radius)}Z`
}

function at(part: number, distance: number): string {
  const angle = part * 2 * Math.PI - Math.PI / 2
  return `${round(Math.cos(angle) * distance)} ${round(Math.sin(angle) * distance)}`
}

/** Short numbers, and the same on server and browser. */
const round = (value: number) => Math.round(value * 100) / 100 + 0
