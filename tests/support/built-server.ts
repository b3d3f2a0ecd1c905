import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type BuiltServer = {
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
  /** Ends it by SIGTERM and removes its data, unless the folder was given. */
  stop: () => Promise<void>
  /** Resident memory in mebibytes, as Linux counts it. */
  memory: () => number
}

export type ServerOptions = {
  /** Has the last word over the settings that tests have in common. */
  env?: Record<string, string>
  /** Another program of the build than the server. */
  entry?: string
  /** A shell's words before the command, such as a limit on the size of files. */
  under?: string
  /** A folder for the data that is there already; its maker removes it. */
  dataDir?: string
  /** Errors go to the log of the test run, and `output` stays empty. */
  shown?: boolean
}

/** Starts the built server as a process on a free port of loopback, with data of its own. */
export async function startServer(options: ServerOptions = {}): Promise<BuiltServer> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'countersign-server-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const appKey = options.env?.APP_KEY ?? randomBytes(32).toString('base64')
  const own = { PORT: String(port), APP_URL: url, DATA_DIR: dataDir, APP_KEY: appKey }
  let child: ChildProcess | undefined
  let written = ''
  const server: BuiltServer = {
    url,
    port,
    dataDir,
    appKey,
    pid: () => child?.pid ?? 0,
    alive: () => child !== undefined && child.exitCode === null && child.signalCode === null,
    output: () => written,
    async start() {
      const began = performance.now()
      child = launch(options, own)
      for (const stream of [child.stdout, child.stderr])
        stream?.on('data', (part: Buffer) => {
          written += part
        })
      while (!(await isListening(port)) || !(await isReady(url))) {
        if (!server.alive()) throw new Error(`The server ended by itself:\n${written.slice(-2000)}`)
        if (performance.now() - began > 60_000) throw new Error('The server was not ready in 60 s')
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
    async stop() {
      await server.end('SIGTERM')
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
    memory() {
      const status = readFileSync(`/proc/${server.pid()}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    },
  }
  await server.start()
  return server
}

/** `exec` lets the shell's limits stand and the signals reach the server itself. */
function launch(
  { env, entry = 'dist/server.js', under, shown }: ServerOptions,
  own: Record<string, string>,
): ChildProcess {
  const common = {
    PATH: process.env.PATH,
    COMPANY_NAME: 'Example Supplies Ltd',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: shown ? 'error' : 'info',
    // a run starts more than a hundred servers: they compile the same build once
    NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache'),
  }
  const [program, args] = under
    ? ['bash', ['-c', `${under}; exec "${process.execPath}" ${entry}`]]
    : [process.execPath, [entry]]
  const output = shown ? 'inherit' : 'pipe'
  return spawn(program, args, {
    env: { ...common, ...own, ...env },
    stdio: ['ignore', output, output],
  })
}

/** A request to a port where nobody listens costs ten times as much, and a start is asked a hundred times. */
const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = connect(port, 'localhost')
    probe.once('error', () => resolve(false))
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
  })

const isReady = async (url: string) => {
  const health = await fetch(`${url}/api/health`).catch(() => null)
  await health?.body?.cancel()
  return health?.ok ?? false
}

/** Below the ports that the system gives to connections, a thousand for each worker, so that no two get the same one. */
const firstPort = 20_000 + 1000 * (Number(process.env.VITEST_POOL_ID ?? 0) % 12)
let nextPort = process.pid

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const port = firstPort + (nextPort++ % 1000)
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return freePort()
  }
  probe.close()
  await once(probe, 'close')
  return port
}
