/** `npm run fault`, which asks for the long form. */
export const isLong = process.env.MODE === 'long'

/** The count of something that the short form does `short` times. */
export const times = (short: number) => (isLong ? 50 : 1) * short

export const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))
