import autocannon from 'autocannon'
import { share } from './rounds.ts'

export type Load = { perSecond: number; p50: number; p99: number }

const seconds = 2

/** Asks for one address over ten connections, and returns how many a second came back and how long they took, in ms. */
export function load(url: string, headers: Record<string, string> = {}): Promise<Load> {
  return new Promise((resolve, reject) => {
    const took: number[] = []
    const strange = new Map<number, number>()
    const run = autocannon(
      {
        url,
        headers: { 'accept-encoding': 'br, gzip', ...headers },
        connections: 10,
        duration: seconds,
      },
      (error, result) => {
        if (error) return reject(error)
        if (result.errors || strange.size > 0)
          return reject(
            new Error(`${url}: ${result.errors} errors, ${JSON.stringify([...strange])}`),
          )
        const perSecond = took.length / result.duration
        resolve({ perSecond, p50: share(took, 0.5), p99: share(took, 0.99) })
      },
    )
    // by hand: its own histogram knows whole milliseconds only
    run.on('response', (_client, status, _bytes, ms) => {
      took.push(ms)
      if (status !== 200 && status !== 404) strange.set(status, (strange.get(status) ?? 0) + 1)
    })
  })
}
