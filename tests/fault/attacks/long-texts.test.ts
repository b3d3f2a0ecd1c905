import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { figures, percentile, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'

const rounds = times(10)

/** Accents in the order that takes longest to compose, close to the largest body. */
const body = JSON.stringify({
  businessName: `a${'\u0301'.repeat(95_000)}${'\u0323'.repeat(95_000)}`,
})

test('a text of 380 KB in accents is refused at once, and nobody else waits for it', {
  timeout: 60_000 + rounds * 5000,
}, async () => {
  const { url } = await serverProcess()
  const asker = new Worker(new URL('../support/asker.mjs', import.meta.url), {
    workerData: `${url}/api/health`,
  })
  await once(asker, 'message')
  const took: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const answer = await fetch(`${url}/api/applications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
      body,
    })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { message: 'businessName must be 200 characters or fewer' },
    ])
    took.push(performance.now() - began)
  }
  asker.postMessage('end')
  const [health] = (await once(asker, 'message')) as [{ took: number[]; statuses: number[] }]
  figures('long texts', {
    posts: rounds,
    bytes: Buffer.byteLength(body),
    'answered after p50 ms': percentile(took, 0.5),
    'max ms': percentile(took, 1),
    'health answers meanwhile': health.took.length - 1,
    // the first one also opens the connection
    'health p50 ms': percentile(health.took.slice(1), 0.5),
    'health max ms': percentile(health.took.slice(1), 1),
  })
  expect(health.statuses).toEqual([200])
})
