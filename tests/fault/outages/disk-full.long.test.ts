import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { appOfProcess } from '../support/app-of-process.ts'
import { lostOf, startLoad } from '../support/load.ts'
import { pause } from '../support/rounds.ts'
import { serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

test.skipIf(process.platform !== 'linux')(
  'answers every request and loses no data on a full disk, and goes on when there is room again',
  { timeout: 120_000 },
  async () => {
    // The limit is in KiB, and soft, so that it can be raised while the server runs.
    const server = await serverProcess({ under: 'ulimit -S -f 1024' })
    const app = appOfProcess(server)
    const load = startLoad(app, 4)
    while (load.wrong.length < 20) await pause(20)
    const reads = await Promise.all(
      Array.from({ length: 50 }, (_, at) => app.browser().get(at % 2 ? '/' : '/api/health')),
    )
    expect(reads.filter(({ status }) => status !== 200)).toEqual([])
    execFileSync('prlimit', [`--pid=${server.pid()}`, '--fsize=unlimited'])
    const before = load.acknowledged
    while (load.acknowledged < before + 8) await pause(5)
    await load.stop()
    expect(lostOf(app, load.journal)).toEqual([])
    expect(faultsOf(app.deps)).toEqual([])
    expect(load.wrong.filter((answer) => !/^503 \{"message":/.test(answer))).toEqual([])
    expect((await server.end('SIGTERM')).code).toBe(0)
  },
)
