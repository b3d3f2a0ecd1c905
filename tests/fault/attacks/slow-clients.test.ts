import { expect, test } from 'vitest'
import { appOfProcess } from '../support/app-of-process.ts'
import { startLoad } from '../support/load.ts'
import { type RawRequest, rawRequest } from '../support/raw-request.ts'
import { figures, pause, percentile, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'

const people = Math.min(times(2), 5)
const slowHeads = Math.min(times(60), 600)
const slowBodies = Math.min(times(30), 300)

test('slow clients are cut off, and nobody else notices', {
  timeout: 90_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const load = startLoad(app, people, new Map(), 9000)
  // what ordinary work takes by itself is no matter of slow clients
  while (load.acknowledged < 6) await pause(20)
  const memory = server.memory()
  const heads = Array.from({ length: slowHeads }, () =>
    rawRequest(server.port, ['GET / HTTP/1.1\r\nHost: localhost\r\nX-Drip: '], 0),
  )
  const bodies = Array.from({ length: slowBodies }, () =>
    rawRequest(
      server.port,
      [
        'POST /api/applications HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n',
        'Content-Length: 1000\r\n\r\n{',
      ],
      0,
    ),
  )
  // the people of the load have kept their connections
  const newcomer = rawRequest(
    server.port,
    ['GET /client-form HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'],
    0,
  )
  const drip = setInterval(() => {
    for (const slow of [...heads, ...bodies]) slow.send('a')
  }, 1000)
  const headsLasted = await lasted(heads)
  const bodiesLasted = await lasted(bodies)
  clearInterval(drip)
  await load.stop()
  figures('slow clients', {
    'slow heads': slowHeads,
    'cut after max ms': percentile(headsLasted, 1),
    'slow bodies': slowBodies,
    'cut after max ms ': percentile(bodiesLasted, 1),
    'others answered': load.took.length,
    'others wrong': load.wrong.length,
    'others p99 ms': percentile(load.took, 0.99),
    'memory MiB': `${memory} to ${server.memory()}`,
  })
  expect((await newcomer.answer).status).toBe(200)
  expect(load.wrong).toEqual([])
  expect(load.acknowledged).toBeGreaterThan(20)
  expect(server.memory() - memory).toBeLessThan(250)
})

test('an address that opens 1000 connections holds 50 of them and keeps nobody out', async () => {
  const server = await serverProcess({ env: { RATE_LIMIT_FACTOR: '1' } })
  const ask = (more = '') =>
    rawRequest(server.port, [`GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`], 0)
  let ended = 0
  for (const { answer } of Array.from({ length: 1000 }, () => ask()))
    answer.then(() => {
      ended += 1
    })
  while (ended < 950) await pause(20)
  const newcomers = () =>
    Promise.all(Array.from({ length: 5 }, () => ask('Connection: close\r\n').answer))
  // the last of the thousand may still wait for their answers, and an address has no more than 50 places
  await expect
    .poll(async () => (await newcomers()).map(({ status }) => status), { timeout: 10_000 })
    .toEqual([200, 200, 200, 200, 200])
})

const lasted = async (slow: RawRequest[]) =>
  (await Promise.all(slow.map(({ answer }) => answer))).map((answer) => answer.lasted)
