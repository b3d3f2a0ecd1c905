import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { visitedFolder } from './data.ts'
import { type Measure, median, rounds, share } from './measures.ts'
import { serve } from './servers.ts'

const atOnce = 10
/** What is drawn often is compiled by then. */
const untilWarm = 10

/** PDFs: one alone, and what ten at once do to the main loop and to other answers. */
export async function measureDocuments(): Promise<Measure[]> {
  const alone = 5 * rounds
  const count = untilWarm + alone + atOnce * rounds
  const { folder, documents, remove } = await visitedFolder(1000, count)
  const gapFile = join(folder, 'loop-gap')
  const server = await serve(folder, {
    program: ['--import', resolve('tests/lab/bench/loop-gap.ts'), 'dist/server.js'],
    core: 'all',
    env: { LOOP_GAP_FILE: gapFile },
  })

  async function longestGap(): Promise<number> {
    rmSync(gapFile, { force: true })
    process.kill(server.pid, 'SIGUSR2')
    while (!existsSync(gapFile) || !readFileSync(gapFile, 'utf8').endsWith('}')) await pause(1)
    return JSON.parse(readFileSync(gapFile, 'utf8')).gap
  }

  async function made() {
    const { path, cookie } = documents.pop() ?? { path: '', cookie: '' }
    return ask(server.url + path, cookie)
  }

  for (let at = 0; at < untilWarm; at++) await made()
  const first: number[] = []
  for (let at = 0; at < alone; at++) first.push(await made())
  const busy: { gap: number; ratio: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const calm = share(await healthUntil(server.url, pause(1500)), 0.99)
    await longestGap()
    const ten = Promise.all(Array.from({ length: atOnce }, made))
    const meanwhile = share(await healthUntil(server.url, ten), 0.99)
    busy.push({ gap: await longestGap(), ratio: meanwhile / calm })
  }
  await server.stop()
  remove()
  return [
    {
      what: 'PDF, process warm by ten others, p50',
      value: median(first),
      unit: 'ms',
      goal: { atMost: 150 },
      beside: `p99 ${share(first, 0.99).toFixed(0)} ms`,
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

const agent = new Agent({ keepAlive: true })

/** One GET over a connection that is kept; returns how long its whole answer took, in ms. */
function ask(url: string, cookie = ''): Promise<number> {
  const started = performance.now()
  return new Promise((done, failed) => {
    get(url, { agent, headers: { cookie } }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 200) done(performance.now() - started)
        else failed(new Error(`${url}: ${answer.statusCode}`))
      })
    }).on('error', failed)
  })
}

/** Health answers one after the other until `end` settles, in ms. */
async function healthUntil(url: string, end: Promise<unknown>): Promise<number[]> {
  let going = true
  end.finally(() => {
    going = false
  })
  const took: number[] = []
  while (going) {
    took.push(await ask(`${url}/api/health`))
    await pause(1)
  }
  return took
}
