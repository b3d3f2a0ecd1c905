import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#db/open.ts'
import { seededRandom } from '../../support/random.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { type Journal, lostOf, startLoad } from '../support/load.ts'
import { figures, pause, times } from '../support/rounds.ts'
import { type ServerProcess, serverProcess } from '../support/server-process.ts'
import { faultsOf } from '../support/stored-state.ts'

const copies = times(4)

test('the files of a process that is stopped in the middle of its work open clean, with all that it acknowledged', {
  timeout: 60_000 + copies * 3_000,
}, async () => {
  const server = await serverProcess()
  const app = appOfProcess(server)
  const random = seededRandom(20261121)
  const journal: Journal = new Map()
  const load = startLoad(app, 10, journal)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-copies-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const taken: { path: string; journal: Journal; acknowledged: number }[] = []
  while (load.acknowledged < 20) await pause(5)
  for (let copy = 0; copy < copies; copy++) {
    await pause(10 + random() * 120)
    // the last copy holds more than the first, however slow the machine is
    const enough = copy === copies - 1 ? (taken[0]?.acknowledged ?? 0) + 1 : 0
    while (load.acknowledged < enough) await pause(5)
    const path = join(folder, `${copy}.db`)
    await whilePaused(server, () => {
      for (const end of ['', '-wal'])
        if (existsSync(fileOf(server) + end)) copyFileSync(fileOf(server) + end, path + end)
      taken.push({ path, journal: structuredClone(journal), acknowledged: load.acknowledged })
    })
  }
  await load.stop()

  let logs = 0
  for (const { path, journal: known } of taken) {
    if (existsSync(`${path}-wal`)) logs += 1
    const db = openDatabase(path)
    const deps = { ...app.deps, db }
    expect(faultsOf(deps)).toEqual([])
    expect(lostOf({ ...app, deps }, known)).toEqual([])
    db.sqlite.close()
  }
  figures('copies of a stopped process', {
    copies,
    'with a log': logs,
    'acknowledged before the first': taken[0]?.acknowledged ?? 0,
    'before the last': taken.at(-1)?.acknowledged ?? 0,
    lost: 0,
    'by half': 0,
    'other answers': load.wrong.length,
  })
  expect(load.wrong).toEqual([])
  expect(taken.at(-1)?.acknowledged).toBeGreaterThan(taken[0]?.acknowledged ?? 0)
  expect(logs).toBe(copies)
})

const fileOf = ({ dataDir }: ServerProcess) => join(dataDir, 'countersign.db')

/** SIGSTOP comes between any two instructions; nothing of the process runs on until it is told to. */
async function whilePaused(server: ServerProcess, look: () => void) {
  process.kill(server.pid(), 'SIGSTOP')
  try {
    while (stateOf(server) !== 'T') await pause(1)
    look()
  } finally {
    process.kill(server.pid(), 'SIGCONT')
  }
}

/** One email, as Linux gives it after the name in brackets. */
function stateOf(server: ServerProcess): string | undefined {
  const line = readFileSync(`/proc/${server.pid()}/stat`, 'utf8')
  return line.slice(line.lastIndexOf(')') + 2)[0]
}
