import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appOfProcess } from '../support/app-of-process.ts'
import { lostOf, startLoad } from '../support/load.ts'
import { figures, pause } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const isLinux = process.platform === 'linux'

test('a disk that is full costs no answer and no data, and when it has room again all goes on', {
  timeout: 120_000,
}, async () => {
  if (!isLinux) return figures('disk full', { tried: 'on Linux only' })
  // `ulimit -f` counts in KiB; a soft limit, so that it can be raised again while the server runs
  const room = 1024
  const server = await serverProcess({ under: `ulimit -S -f ${room}` })
  const app = appOfProcess(server)
  const load = startLoad(app, 4)
  const refusals = () => load.wrong.filter((answer) => answer.startsWith('503')).length
  while (refusals() === 0) {
    expect(server.alive()).toBe(true)
    await pause(20)
  }
  while (refusals() < 20) await pause(20)
  expect(server.alive()).toBe(true)
  const reads = await Promise.all(
    Array.from({ length: 50 }, (_, at) => app.browser().get(at % 2 ? '/' : '/api/health')),
  )
  const largest = Math.max(
    ...['', '-wal'].map((end) => statSync(join(server.dataDir, `countersign.db${end}`)).size),
  )
  execFileSync('prlimit', [`--pid=${server.pid()}`, '--fsize=unlimited'])
  const freed = performance.now()
  const before = load.acknowledged
  while (load.acknowledged === before) await pause(5)
  const recovered = Math.round(performance.now() - freed)
  while (load.acknowledged < before + 8) await pause(5)
  await load.stop()
  const refused = refusals()
  figures('disk full', {
    'largest file KiB': Math.round(largest / 1024),
    'acknowledged writes': load.acknowledged,
    lost: lostOf(app, load.journal).length,
    'refused with 503': refused,
    'other answers': load.wrong.length - refused,
    'reads answered': `${reads.filter(({ status }) => status === 200).length} of ${reads.length}`,
    'recovered after ms': recovered,
  })
  expect(lostOf(app, load.journal)).toEqual([])
  expect(faultsOf(app.deps)).toEqual([])
  expect(load.wrong.filter((answer) => !/^503 \{"message":/.test(answer))).toEqual([])
  expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200))
  expect((await server.end('SIGTERM')).code).toBe(0)
})
