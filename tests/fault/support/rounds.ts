/** How many times as much as the short form a fault test does: FAULT_ROUNDS, else once. */
const faultRounds = Math.max(1, Number(process.env.FAULT_ROUNDS ?? 1) || 1)

/** The long form's count of something that the short form does `short` times. */
export const times = (short: number) => Math.round(short * faultRounds)

export const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
