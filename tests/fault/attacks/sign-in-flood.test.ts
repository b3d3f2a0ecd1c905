import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { appOfProcess } from '../support/app-of-process.ts'
import { figures, pause, percentile, times } from '../support/rounds.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'

const rounds = times(1)
const atOnce = 150
/** Sign-ins of the owner beside the flood. */
const owners = Math.min(12, times(3))
const password = 'brass kettle on 4 hobs'

test('T17: more than a hundred sign-ins at once fill their own queue and nothing else: health answers, and the owner gets in', {
  timeout: 60_000 + rounds * 20_000,
}, async () => {
  const server = await serverProcess({
    env: { ADMIN_USERNAME: 'warden', ADMIN_PASSWORD: password },
  })
  const app = appOfProcess(server)
  const asking = await Promise.all(
    ['/api/health', '/success'].map((path) => askBeside(server, path)),
  )
  const answers = []
  for (let round = 0; round < rounds; round++) {
    const flood = Array.from({ length: atOnce }, (_, at) =>
      at % 2
        ? app.browser().post('/api/admin/login', { username: `nobody${at}`, password })
        : app.browser().post('/api/client/login', { email: `nobody${at}@example.com`, password }),
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
  const owner = await app.browser().post('/api/admin/login', { username: 'warden', password })
  expect(owner.status).toBe(200)
})

test.each(['1', '1000'])(
  'T17: every sign-in beside 45 at a time with made-up names from one address succeeds, with limits times %s',
  {
    timeout: 90_000,
  },
  async (factor) => {
    const server = await serverProcess({
      env: {
        ADMIN_USERNAME: 'warden',
        ADMIN_PASSWORD: password,
        TRUSTED_PROXIES: '127.0.0.1',
        RATE_LIMIT_FACTOR: factor,
      },
    })
    const signIn = async (username: string, from: string) => {
      const answer = await fetch(`${server.url}/api/admin/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
        body: JSON.stringify({ username, password }),
      })
      await answer.arrayBuffer()
      return answer.status
    }
    let flooding = true
    const heard: number[] = []
    const flood = Array.from({ length: 45 }, async (_, at) => {
      while (flooding) {
        const status = await signIn(`nobody${at}`, '203.0.113.1').catch(() => 0)
        heard.push(status)
        if (status !== 401) await pause(20)
      }
    })
    const owner: number[] = []
    const took: number[] = []
    for (let at = 0; at < owners; at++) {
      const since = performance.now()
      owner.push(await signIn('warden', '198.51.100.1'))
      took.push(performance.now() - since)
    }
    flooding = false
    // nobody waits for the passwords that are still in the queue
    await server.end('SIGKILL')
    await Promise.all(flood)
    figures(`T17 one address against the owner, limits times ${factor}`, {
      'made-up sign-ins': heard.length,
      'looked at': heard.filter((status) => status === 401).length,
      'asked to come again': heard.filter((status) => status === 503).length,
      'refused for a while': heard.filter((status) => status === 429).length,
      'owner signed in': owner.filter((status) => status === 200).length,
      'owner p50 ms': percentile(took, 0.5),
      'owner slowest ms': percentile(took, 1),
    })
    expect(owner).toEqual(owner.map(() => 200))
  },
)

/** Asks from a thread of its own: one that sends two hundred requests at once reads every response late. */
async function askBeside({ url }: ServerProcess, path: string) {
  const asker = new Worker(new URL('../support/asker.mjs', import.meta.url), {
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
