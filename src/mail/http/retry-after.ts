const longest = 3_600_000

/** The milliseconds that a `Retry-After` asks for, as seconds or as an HTTP date, an hour at most; 0 when it cannot be read. */
export function retryWait(header: string | undefined, now: number): number {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), longest)
}
