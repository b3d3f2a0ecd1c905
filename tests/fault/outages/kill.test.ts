import { expect, test } from 'vitest'
import { seededRandom } from '../../support/random.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type Journal, lostOf, startLoad } from '../support/load.ts'
import { faultRounds, figures, pause, percentile, times } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

/** The one of the short form comes when something was submitted. */
const kills = faultRounds > 1 ? times(3) : 1

test('kill -9 under load loses nothing that was acknowledged and leaves nothing by half', {
  timeout: 60_000 + kills * 12_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const random = seededRandom(20261120)
  const journal: Journal = new Map()
  const ready: number[] = []
  const wrong: string[] = []
  let acknowledged = 0
  const submitted = () => [...journal.values()].filter((entry) => entry.submitted)
  for (let kill = 0; kill < kills; kill++) {
    const load = startLoad(app, 10, journal)
    // counted in answers, not in seconds: a slow machine is killed as deep in its work as a fast one
    const enough = 5 + random() * (kills > 20 ? 400 : 60)
    // and the last one not before something was submitted, or it would have had nothing to lose
    const tooSoon = () => load.acknowledged < enough || (kill === kills - 1 && !submitted().length)
    while (tooSoon()) await pause(5)
    await pause(random() * 50)
    await server.end('SIGKILL')
    await load.stop()
    acknowledged += load.acknowledged
    wrong.push(...load.wrong)
    ready.push(await server.start())
    expect(faultsOf(app.deps)).toEqual([])
    expect(lostOf(app, journal)).toEqual([])
  }
  figures('kill -9', {
    kills,
    'acknowledged writes': acknowledged,
    applications: journal.size,
    submitted: submitted().length,
    lost: 0,
    'half transactions': 0,
    'other answers': wrong.length,
    'ready p50 ms': percentile(ready, 0.5),
    'ready p95 ms': percentile(ready, 0.95),
  })
  expect(wrong).toEqual([])
  expect(acknowledged).toBeGreaterThan(kills * 10)
  expect(submitted().length).toBeGreaterThan(0)
})
