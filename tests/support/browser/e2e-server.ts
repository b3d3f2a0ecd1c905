import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type E2eServer = {
  url: string
  dataDir: string
  /** Stops the process and starts another on the same port and data. */
  restart: () => Promise<void>
  /** Stops the process and removes its data. */
  stop: () => Promise<void>
}

/** The built server, or another entry of the build, on a free port of loopback with a database of its own; `env` has the last word. */
export async function startServer(
  env: Record<string, string> = {},
  entry = 'dist/server.js',
): Promise<E2eServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-e2e-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const start = () =>
    launch(entry, { PORT: String(port), APP_URL: url, DATA_DIR: dataDir, ...env }, url)
  let child = await start()
  return {
    url,
    dataDir,
    async restart() {
      await end(child)
      child = await start()
    },
    async stop() {
      await end(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function launch(
  entry: string,
  env: Record<string, string>,
  url: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, [entry], {
    env: {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      RATE_LIMIT_FACTOR: '100',
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}`)
    const health = await fetch(`${url}/api/health`).catch(() => null)
    if (health?.ok) return child
    await new Promise((later) => setTimeout(later, 100))
  }
  child.kill('SIGKILL')
  throw new Error('The server did not answer within a minute')
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
}

/** A port that nobody listens on, as the system gives it. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('No port')
  return address.port
}
