import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '../../support/browser/e2e-server.ts'
import { pause } from './rounds.ts'

export type ServerProcess = {
  url: string
  port: number
  dataDir: string
  appKey: string
  pid: () => number
  alive: () => boolean
  /** All that the process has written to its two outputs, starts before the last one included. */
  output: () => string
  /** Starts it, again on the same port and data; returns the milliseconds until it was ready. */
  start: () => Promise<number>
  /**
   * Sends a signal and waits for the end; returns its exit code (`null` when the signal ended it) and how long it took.
   */
  end: (signal: NodeJS.Signals) => Promise<{ code: number | null; ms: number }>
  /** Resident memory in mebibytes, as Linux counts it. */
  memory: () => number
}

export type ServerOptions = {
  env?: Record<string, string>
  /** A shell's words before the command, such as a limit on the size of files. */
  under?: string
  /** A folder for the data that is there already; removed by whoever made it. */
  dataDir?: string
}

/** The built server as a process on loopback, with data of its own, for one test: both go when the test ends. */
export async function serverProcess(options: ServerOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'countersign-fault-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const appKey = randomBytes(32).toString('base64')
  let child: ChildProcess | undefined
  let written = ''
  const server: ServerProcess = {
    url,
    port,
    dataDir,
    appKey,
    pid: () => child?.pid ?? 0,
    alive: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    output: () => written,
    async start() {
      const began = performance.now()
      child = launch(options, {
        PORT: String(port),
        APP_URL: url,
        DATA_DIR: dataDir,
        APP_KEY: appKey,
      })
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => {
          written += part
        })
      while (!(await isReady(url))) {
        if (!server.alive()) throw new Error(`The server ended by itself:\n${written.slice(-2000)}`)
        if (performance.now() - began > 30_000) throw new Error('The server was not ready in 30 s')
        await pause(10)
      }
      return Math.round(performance.now() - began)
    },
    async end(signal) {
      const began = performance.now()
      if (!child || !server.alive()) return { code: child?.exitCode ?? null, ms: 0 }
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
      return { code: child.exitCode, ms: Math.round(performance.now() - began) }
    },
    memory() {
      const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
  }
  onTestFinished(async () => {
    await server.end('SIGKILL')
    if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
  })
  await server.start()
  return server
}

/** `exec` lets the shell's limits stand and the signals reach the server itself. */
function launch({ env, under }: ServerOptions, own: Record<string, string>): ChildProcess {
  const given = { PATH: process.env.PATH, RATE_LIMIT_FACTOR: '100', LOG_LEVEL: 'info' }
  const command = `${under ? `${under}; ` : ''}exec "${process.execPath}" dist/server.js`
  return spawn('bash', ['-c', command], {
    env: { ...given, ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const isReady = async (url: string) => {
  const health = await fetch(`${url}/api/health`).catch(() => null)
  await health?.body?.cancel()
  return health?.ok ?? false
}
