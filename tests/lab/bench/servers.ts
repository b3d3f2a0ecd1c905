import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort } from '../../support/built-server.ts'
import { benchKey } from './data.ts'
import { share } from './measures.ts'

export type Served = { url: string; pid: number; stop: () => Promise<void> }

const hasTaskset = spawnSync('taskset', ['--version']).status === 0
const cores = { server: '0', load: '1', all: '0,1' }

/** Puts this process on the core for the load generator, or on all again. */
export function standOn(place: 'load' | 'all') {
  if (hasTaskset) spawnSync('taskset', ['-acp', cores[place], String(process.pid)])
}

/** Starts a program on a free port of loopback, the built server by default, on the core for servers. */
export async function serve(
  folder: string,
  { program = ['dist/server.js'], core = 'server' as keyof typeof cores, env = {} } = {},
): Promise<Served> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  // taskset becomes the program it starts, so that the process id is the server's
  const command = [...(hasTaskset ? ['taskset', '-c', cores[core]] : []), process.execPath]
  const [first = '', ...rest] = [...command, ...program]
  const child = spawn(first, rest, {
    env: {
      PATH: process.env.PATH,
      COMPANY_NAME: 'Example Supplies Ltd',
      RATE_LIMIT_FACTOR: '1000000',
      APP_KEY: benchKey,
      DATA_DIR: folder,
      PORT: String(port),
      HOST: '127.0.0.1',
      APP_URL: url,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await answers(url, child)
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}

async function answers(url: string, child: ChildProcess) {
  for (const started = performance.now(); performance.now() - started < 60_000; await pause(2)) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (await answer?.arrayBuffer()) return
  }
  throw new Error('The server did not answer within a minute')
}

export type Load = { perSecond: number; p99: number }

/** Asks for one address over ten connections for two seconds: answers a second, and the slowest in a hundred, in ms. */
export async function load(url: string, cookie = ''): Promise<Load> {
  const took: number[] = []
  const faults = new Set<number>()
  const headers = { 'accept-encoding': 'br, gzip', ...(cookie && { cookie }) }
  const options = { url, headers, connections: 10, duration: 2 }
  const { errors, duration } = await new Promise<autocannon.Result>((done, failed) => {
    const run = autocannon(options, (error, result) => (error ? failed(error) : done(result)))
    // by hand: its own histogram knows whole milliseconds only
    run.on('response', (_client, status, _bytes, ms) => {
      took.push(ms)
      if (status !== 200) faults.add(status)
    })
  })
  if (errors || faults.size > 0) throw new Error(`${url}: ${errors} errors, ${[...faults]}`)
  return { perSecond: took.length / duration, p99: share(took, 0.99) }
}
