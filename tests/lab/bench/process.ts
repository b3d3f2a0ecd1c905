import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { visitedFolder } from './data.ts'
import { type Measure, median } from './measures.ts'
import { load, serve } from './servers.ts'

/** From `node dist/server.js` to the first answer, migrations checked, on a folder that was stopped in good order. */
export async function measureStart(): Promise<Measure[]> {
  const { folder, remove } = await visitedFolder()
  const took: number[] = []
  for (let at = 0; at < 10; at++) {
    const started = performance.now()
    const { stop } = await serve(folder, { core: 'all' })
    took.push(performance.now() - started)
    await stop()
  }
  remove()
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

/** What the main process keeps in memory on 100,000 applications: at rest, and after a load of every kind of page. */
export async function measureMemory(): Promise<Measure[]> {
  const { folder, pages, remove } = await visitedFolder(100_000)
  const server = await serve(folder)
  await pause(2000)
  const atRest = resident(server.pid)
  for (const { path, cookie } of Object.values(pages)) await load(server.url + path, cookie)
  await load(`${server.url}/admin/dashboard?search=limited`, pages.dashboard?.cookie)
  await pause(3000)
  const after = resident(server.pid)
  await server.stop()
  remove()
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
