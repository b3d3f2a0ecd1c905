import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../support/built-server.ts'

export type Served = { url: string; pid: number; stop: () => Promise<void> }

const hasTaskset = spawnSync('taskset', ['--version']).status === 0
const cores = { server: '0', load: '1', all: '0,1' } as const

/** Puts this process on the core for the load generator, or on all again; browsers that it starts follow it. */
export function standOn(place: 'load' | 'all') {
  if (hasTaskset) spawnSync('taskset', ['-acp', cores[place], String(process.pid)])
}

/** Starts a server on a free port of loopback, on the core for servers unless `core` says otherwise. */
export async function serve(
  args: string[],
  env: Record<string, string>,
  core: keyof typeof cores = 'server',
): Promise<Served> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = start(args, { PORT: String(port), HOST: '127.0.0.1', APP_URL: url, ...env }, core)
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

/** `taskset` becomes the program it starts, so that the process id is the server's. */
function start(args: string[], env: Record<string, string>, core: keyof typeof cores) {
  const [program = '', ...rest] = [
    ...(hasTaskset ? ['taskset', '-c', cores[core]] : []),
    process.execPath,
    ...args,
  ]
  return spawn(program, rest, {
    env: { PATH: process.env.PATH, RATE_LIMIT_FACTOR: '1000000', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function answers(url: string, child: ChildProcess) {
  for (let tries = 0; tries < 1000; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/api/health`).catch(() => null)
    if (answer) {
      await answer.arrayBuffer()
      return
    }
    await new Promise((later) => setTimeout(later, 20))
  }
  throw new Error('The server did not answer')
}
