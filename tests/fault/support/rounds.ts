/** How many times as much as the short form a fault test does: FAULT_ROUNDS, else once. */
export const faultRounds = Math.max(1, Number(process.env.FAULT_ROUNDS ?? 1) || 1)

/** The long form's count of something that the short form does `short` times. */
export const times = (short: number) => Math.round(short * faultRounds)

/** One line of figures for the log of the run: its name and what it saw. */
export function figures(name: string, seen: Record<string, number | string>) {
  const parts = Object.entries(seen).map(([label, value]) => `${label} ${value}`)
  process.stdout.write(`${name}: ${parts.join(', ')}\n`)
}

/** The value below which a share of the measurements lie, in their own unit; 0 of none. */
export function percentile(measured: readonly number[], share: number): number {
  const sorted = [...measured].sort((a, b) => a - b)
  return Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10
}

export const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
