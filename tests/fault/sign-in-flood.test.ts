import { expect, test } from 'vitest'
import { houseOfProcess } from './support/house-of-process.ts'
import { figures, pause, percentile, times } from './support/rounds.ts'
import { serverProcess } from './support/server-process.ts'

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
  const health: number[] = []
  const pages: number[] = []
  let flooded = true
  const watch = async (path: string, took: number[]) => {
    while (flooded) {
      const began = performance.now()
      const { status } = await house.request(path)
      took.push(performance.now() - began)
      expect(status).toBe(200)
      await pause(10)
    }
  }
  const watching = [watch('/api/health', health), watch('/success', pages)]
  const answers = []
  for (let round = 0; round < rounds; round++) {
    const flood = Array.from({ length: atOnce }, (_, at) =>
      at % 2
        ? house.browser().post('/api/admin/login', { username: `nobody${at}`, password })
        : house.browser().post('/api/client/login', { email: `nobody${at}@example.com`, password }),
    )
    answers.push(...(await Promise.all(flood)))
  }
  flooded = false
  await Promise.all(watching)

  const refused = answers.filter(({ status }) => status === 503)
  const looked = answers.filter(({ status }) => status === 401)
  figures('T17 flood of sign-ins', {
    'sign-ins': answers.length,
    'at once': atOnce,
    'looked at': looked.length,
    'asked to come again': refused.length,
    'health answers': health.length,
    'health p99 ms': percentile(health, 0.99),
    'pages p99 ms': percentile(pages, 0.99),
  })
  expect(refused.length + looked.length).toBe(answers.length)
  expect(refused.length).toBeGreaterThan(atOnce / 2)
  expect(looked.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(health.length).toBeGreaterThan(5)
  const owner = await house.browser().post('/api/admin/login', { username: 'warden', password })
  expect(owner.status).toBe(200)
})
