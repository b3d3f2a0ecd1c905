export type Share = { name: string; count: number }

export type Slice = Share & {
  /** Its own share in whole percent, rounded; the sum over all slices may differ from 100. */
  percent: number
  /** Its number in the palette, 1 to 6. */
  colour: number
  /** The outline around (0, 0) with radius 100, clockwise from the top; '' for nothing. */
  path: string
  /** Where its label stands, as "x y": in the slice, or beyond its edge at the end of a line; `null` for nothing. */
  label: { position: string; leader: string } | null
}

const radius = 100
const paletteSize = 6
/** Percent from which a slice holds its own label. */
const holdsLabel = 7
/** Labels beyond the edge are this part of the circle from each other at least. */
const gap = 0.034

/** The slices of a pie, largest first; a colour belongs to a name's index in what was given, not to its rank. */
export function slicesOf(shares: Share[]): Slice[] {
  const total = shares.reduce((sum, { count }) => sum + count, 0)
  let end = 1
  let next = 1 + gap / 2
  // from the thinnest, which is the last before the top: a label that lacks room makes way for the one after it
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
