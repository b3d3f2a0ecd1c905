const rounds = Number(process.env.ROUNDS ?? 1)

/** The lab asks for more rounds: `ROUNDS=50 npm run test:long`. */
export const isLong = rounds > 1

/** The count of something that the usual run does `once` times. */
export const times = (once: number) => rounds * once

export const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
