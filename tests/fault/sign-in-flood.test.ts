import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { houseOfProcess } from './support/house-of-process.ts'
import { figures, percentile, times } from './support/rounds.ts'
import { type ServerProcess, serverProcess } from './support/server-process.ts'

const rounds = times(1)
const atOnce = 200
const password = 'brass kettle on 4 hobs'

test('T17: hundreds of sign-ins at once fill their own queue and nothing else: health answers, and the owner gets in', {
  timeout: 60_000 + rounds * 20_000,
}, async () => {
  const server = await serverProcess({
    env: { ADMIN_USERNAME: 'warden', ADMIN_PASSWORD: password },
  })
  const house = houseOfProcess(server)
  const asking = await Promise.all(
    ['/api/health', '/success'].map((path) => askBeside(server, path)),
  )
  const answers = []
  for (let round = 0; round < rounds; round++) {
    const flood = Array.from({ length: atOnce }, (_, at) =>
      at % 2
        ? house.browser().post('/api/admin/login', { username: `nobody${at}`, password })
        : house.browser().post('/api/client/login', { email: `nobody${at}@example.com`, password }),
    )
    answers.push(...(await Promise.all(flood)))
  }
  const [health, pages] = await Promise.all(asking.map((asked) => asked.end()))

  const refused = answers.filter(({ status }) => status === 503)
  const looked = answers.filter(({ status }) => status === 401)
  figures('T17 flood of sign-ins', {
    'sign-ins': answers.length,
    'at once': atOnce,
    'looked at': looked.length,
    'asked to come again': refused.length,
    'health answers': health?.took.length ?? 0,
    'health p99 ms': percentile(health?.took ?? [], 0.99),
    'pages p99 ms': percentile(pages?.took ?? [], 0.99),
  })
  expect(refused.length + looked.length).toBe(answers.length)
  expect(refused.length).toBeGreaterThan(atOnce / 2)
  expect(looked.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(health?.took.length).toBeGreaterThan(5)
  expect([health?.statuses, pages?.statuses]).toEqual([[200], [200]])
  const owner = await house.browser().post('/api/admin/login', { username: 'warden', password })
  expect(owner.status).toBe(200)
})

/** Asks from a thread of its own: whoever sends two hundred requests at once hears any answer late. */
async function askBeside({ url }: ServerProcess, path: string) {
  const asker = new Worker(new URL('./support/asker.mjs', import.meta.url), {
    workerData: url + path,
  })
  await once(asker, 'message')
  return {
    async end(): Promise<{ took: number[]; statuses: number[] }> {
      asker.postMessage('end')
      const [heard] = await once(asker, 'message')
      return heard
    },
  }
}
