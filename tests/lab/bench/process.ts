import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../support/built-server.ts'
import { benchKey } from './data/bench-deps.ts'
import { visitedFolder } from './data/visited-folder.ts'
import { load } from './load.ts'
import { median } from './rounds.ts'
import { serve } from './servers/served.ts'
import type { Measure } from './table.ts'

const starts = 10

/** From `node dist/server.js` to the first answer, migrations checked, on a folder that was stopped in good order. */
export async function measureStart(): Promise<Measure[]> {
  const { folder } = await visitedFolder()
  const took: number[] = []
  for (let at = 0; at < starts; at++) took.push(await startOnce(folder))
  rmSync(folder, { recursive: true })
  return [
    {
      what: 'first answer after node dist/server.js, p50 of ten',
      value: median(took),
      unit: 'ms',
      goal: { atMost: 300 },
      beside: `${Math.min(...took).toFixed(0)} to ${Math.max(...took).toFixed(0)} ms`,
    },
  ]
}

async function startOnce(folder: string): Promise<number> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, ['dist/server.js'], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_KEY: benchKey,
      DATA_DIR: folder,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  while (!(await isUp(port))) await pause(2)
  const ms = performance.now() - started
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return ms
}

const isUp = (port: number) =>
  new Promise<boolean>((done) => {
    get({ port, host: '127.0.0.1', path: '/' }, (answer) => {
      answer.resume()
      answer.on('end', () => done(answer.statusCode === 200))
    }).on('error', () => done(false))
  })

/** What the main process keeps in memory on 100,000 applications: at rest, and after a load of every kind of page. */
export async function measureMemory(): Promise<Measure[]> {
  const { folder, pages } = await visitedFolder(100_000)
  const server = await serve(['dist/server.js'], { DATA_DIR: folder, APP_KEY: benchKey })
  await pause(2000)
  const atRest = resident(server.pid)
  for (const { path, cookie } of Object.values(pages)) await load(server.url + path, { cookie })
  await load(`${server.url}/admin/dashboard?search=limited`, {
    cookie: pages.dashboard?.cookie ?? '',
  })
  await pause(3000)
  const after = resident(server.pid)
  await server.stop()
  rmSync(folder, { recursive: true })
  return [
    {
      what: 'resident memory, database of 100,000 open',
      value: atRest,
      unit: 'MiB',
      goal: { atMost: 120 },
    },
    { what: 'resident memory after a load of every kind of page', value: after, unit: 'MiB' },
  ]
}

const resident = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
