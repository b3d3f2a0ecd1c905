import { expect, test, vi } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { seededRandom } from '../../support/random.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type Journal, lostOf, startLoad } from '../support/load.ts'
import { pause, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const kills = times(1)

test('loses nothing that was acknowledged under load at kill -9, and leaves nothing half done', {
  timeout: 60_000 + kills * 12_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const random = seededRandom(20261120)
  const journal: Journal = new Map()
  const isSubmitted = () => [...journal.values()].some(({ submitted }) => submitted)
  for (let kill = 1; kill <= kills; kill += 1) {
    const load = startLoad(app, 10, journal)
    // Counts answers, not seconds, so that a slow machine is killed as deep in its work as a fast one.
    const enough = 5 + random() * 60
    const isTooSoon = () => load.acknowledged < enough || (kill === kills && !isSubmitted())
    while (isTooSoon()) await pause(5)
    await pause(random() * 50)
    await server.end('SIGKILL')
    await load.stop()
    await server.start()
    expect(load.wrong).toEqual([])
    expect(faultsOf(app.deps)).toEqual([])
    expect(lostOf(app, journal)).toEqual([])
  }
})

test('makes a document that was not made before a kill once, at the next start', {
  timeout: 120_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const isWaiting = () => storedDocuments(app).some(({ sealedAt }) => sealedAt === null)
  while (!isWaiting()) {
    if (!server.alive()) await server.start()
    await submit(app.browser(), { mainEmail: `${server.pid()}@example.com` })
    await server.end('SIGKILL')
  }
  const before = storedDocuments(app).map(({ id, data }) => ({ id, data }))
  await server.start()
  await vi.waitFor(() => expect(isWaiting()).toBe(false), 60_000)
  expect(storedDocuments(app)).toMatchObject(before)
  expect(faultsOf(app.deps)).toEqual([])
})
