/** How often everything is measured in turn; a run for looking takes fewer. */
export const rounds = Number(process.env.BENCH_ROUNDS) || 5

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

/** How many calls are made before those that are counted. */
export const uncounted = 20

/** Milliseconds of each of many calls, after some that are not counted. */
export function times(count: number, work: (at: number) => unknown): number[] {
  for (let at = 0; at < Math.min(uncounted, count); at++) work(at)
  return Array.from({ length: count }, (_, at) => {
    const start = performance.now()
    work(at)
    return performance.now() - start
  })
}
