/** One kind of answer's times in milliseconds, for an address that somebody has and for one that nobody has. */
export type Timed = { known: number[]; unknown: number[] }

/**
 * Sends `pairs` interleaved requests with a known and an unknown address to a running server, and tells how well their
 * times tell them apart: `auc` 0.5 is not at all (reliability F16: 0.45 to 0.55), `median` their difference in
 * milliseconds. The server needs a high RATE_LIMIT_FACTOR.
 */
export async function measureEnumeration(url: string, path: string, known: string, pairs = 500) {
  const timed: Timed = { known: [], unknown: [] }
  for (let at = 0; at < pairs; at++) {
    const order = at % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const who of order) {
      const email = who === 'known' ? known : `nobody${at}@example.com`
      timed[who].push(await time(url + path, { email, password: 'wrong wrong wrong' }))
    }
  }
  return { auc: auc(timed), median: median(timed.known) - median(timed.unknown), pairs }
}

async function time(url: string, body: object): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return performance.now() - started
}

/** How often a known address took longer than an unknown one, over all pairs of them. */
function auc({ known, unknown }: Timed): number {
  let wins = 0
  for (const one of known)
    for (const other of unknown) wins += one > other ? 1 : one === other ? 0.5 : 0
  return wins / (known.length * unknown.length)
}

function median(times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
