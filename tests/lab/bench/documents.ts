import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { visitedFolder } from './data/visited-folder.ts'
import { median, rounds, share } from './rounds.ts'
import { ask, healthUntil, serveWatched } from './servers/watched-server.ts'
import type { Measure } from './table.ts'

const atOnce = 10
/** What is drawn often is compiled by then. */
const untilWarm = 10

/** PDFs: one alone, the same again, and what ten at once do to the main loop and to other answers. */
export async function measureDocuments(): Promise<Measure[]> {
  const alone = 5 * rounds
  const { folder, documents } = await visitedFolder(1000, untilWarm + alone + atOnce * rounds)
  const server = await serveWatched(folder)
  const made = async () => {
    const view = documents.pop()
    if (!view) throw new Error('There are too few documents')
    const { status, ms } = await ask(server.url + view.path, view.cookie)
    if (status !== 200) throw new Error(`A document was answered ${status}`)
    return { ms, again: () => ask(server.url + view.path, view.cookie) }
  }
  for (let at = 0; at < untilWarm; at++) await made()
  const first: number[] = []
  const repeated: number[] = []
  for (let at = 0; at < alone; at++) {
    const { ms, again } = await made()
    first.push(ms)
    for (let time = 0; time < 10; time++) repeated.push((await again()).ms)
  }
  const busy: { gap: number; ratio: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const calm = share(await healthUntil(server.url, pause(1500)), 0.99)
    await server.longestGap()
    const ten = Promise.all(Array.from({ length: atOnce }, made))
    const meanwhile = share(await healthUntil(server.url, ten), 0.99)
    busy.push({ gap: await server.longestGap(), ratio: meanwhile / calm })
  }
  await server.stop()
  rmSync(folder, { recursive: true })
  return [
    {
      what: 'PDF, first time, process warm by ten others, p50',
      value: median(first),
      unit: 'ms',
      goal: { atMost: 150 },
      beside: `p99 ${share(first, 0.99).toFixed(0)} ms`,
    },
    {
      what: 'PDF, repeated, p50',
      value: median(repeated),
      unit: 'ms',
      goal: { atMost: 2 },
      beside: `p99 ${share(repeated, 0.99).toFixed(2)} ms`,
    },
    {
      what: 'main loop, longest gap while ten PDFs are made',
      value: median(busy.map(({ gap }) => gap)),
      unit: 'ms',
      goal: { atMost: 20 },
      beside: `worst round ${Math.max(...busy.map(({ gap }) => gap)).toFixed(1)} ms`,
    },
    {
      what: 'other answers meanwhile, p99 x calm',
      value: median(busy.map(({ ratio }) => ratio)),
      unit: 'x',
      goal: { atMost: 2 },
    },
  ]
}
