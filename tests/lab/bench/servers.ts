import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { freePort } from '../../support/built-server.ts'
import { benchKey } from './data.ts'

export type Served = { url: string; pid: number; stop: () => Promise<void> }

const hasTaskset = spawnSync('taskset', ['--version']).status === 0
const cores = { server: '0', all: '0,1' }

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

/** Asks for one address over ten connections for two seconds. */
export async function load(url: string, cookie = '') {
  const headers = { 'accept-encoding': 'br, gzip', ...(cookie && { cookie }) }
  const { errors, non2xx } = await autocannon({ url, headers, connections: 10, duration: 2 })
  if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} other answers`)
}
