import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { submit } from '../../support/app/applicants.ts'
import { clientBrowser } from '../../support/app/clients.ts'
import { storedDocuments } from '../../support/app/documents.ts'
import { runToEnd } from '../../support/built-process.ts'
import { freePort } from '../../support/built-server.ts'
import { newFolder } from '../../support/folder.ts'
import { appOfProcess } from '../support/app-of-process.ts'
import { rawRequest } from '../support/raw-request.ts'
import { pause } from '../support/rounds.ts'
import { type ServerProcess, serverOfFile } from '../support/server-process.ts'

const assets = 'dist/client/assets'
const sizeOf = (name: string) => statSync(join(assets, name)).size
const largest = readdirSync(assets).toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]

type Loose = { answered?: Promise<number>; expected?: number; keepsLog?: boolean }

/** Work that may be unfinished at the signal. `answered` must resolve to `expected`; with `keepsLog` another process reads the log. */
const underWay: Record<string, (server: ServerProcess) => Promise<Loose>> = {
  'connections that nobody ends: without a word, half a head, half a body, between two requests, unread':
    async ({ port }) => {
      await new Promise<void>((open) => hold(connect(port, '127.0.0.1', open)))
      rawRequest(port, 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: ')
      await halfPosted(port, '/api/applications', '{}')
      const kept = hold(connect(port, '127.0.0.1'))
      kept.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
      await new Promise((heard) => kept.once('data', heard))
      const unread = hold(connect(port, '127.0.0.1'))
      const ask = `GET /assets/${largest} HTTP/1.1\r\nHost: localhost\r\n\r\n`
      unread.pause()
      unread.write(ask.repeat(200))
      // Waits until the server has filled every buffer on the way.
      await pause(500)
      return {}
    },
  'a document that is being made': async (server) => {
    const app = appOfProcess(server)
    await submit(app.browser())
    // The document process takes a while to start, and this test does not stop its start.
    await vi.waitFor(() => expect(storedDocuments(app)[0]?.sealedAt).toBeTruthy(), 60_000)
    const id = await submit(app.browser(), { mainEmail: 'second@example.com' })
    const browser = clientBrowser(app, id)
    const cookie = `client=${browser.cookies.get('client')}`
    const made = rawRequest(
      server.port,
      `GET /api/applications/${id}/pdf HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n`,
      'Connection: close\r\nExpect: 100-continue\r\n\r\n',
    )
    await made.continues
    // a terminal and a service manager signal every process of the group
    for (const child of childrenOf(server.pid())) process.kill(child, 'SIGTERM')
    return { answered: statusOf(made), expected: 200 }
  },
  'another process that holds the lock of the database': async ({ dataDir }) => {
    const other = new Database(join(dataDir, 'countersign.db'))
    other.exec('begin immediate')
    onTestFinished(() => void other.close())
    return { keepsLog: true }
  },
}

const running = serverOfFile()

test.each(Object.entries(underWay))(
  'stops in good order at SIGTERM with %s',
  {
    timeout: 120_000,
  },
  async (_, begin) => {
    const server = running()
    const { answered, expected, keepsLog } = await begin(server)
    const { code } = await server.end('SIGTERM')
    // An exit code of 1 would mean that the server waited as long as it may and gave up.
    expect(code).toBe(0)
    expect(await answered).toEqual(expected)
    if (!keepsLog) await expectCleanStart(server)
  },
)

test('treats signals that come together as one, ends the wait at a later one, and stops in good order', {
  timeout: 60_000,
}, async () => {
  const server = running()
  const half = await halfPosted(server.port, '/api/applications', '{}')
  const together = server.end('SIGTERM')
  process.kill(server.pid(), 'SIGTERM')
  process.kill(server.pid(), 'SIGINT')
  half.finish()
  expect(await half.status).toBe(400)
  expect((await together).code).toBe(0)
  await expectCleanStart(server)

  const hungUp = await server.end('SIGHUP')
  expect(hungUp.code).toBe(0)
  await expectCleanStart(server)

  await halfPosted(server.port, '/api/applications', '{}')
  const impatient = server.end('SIGINT')
  while (server.alive()) {
    await pause(200)
    if (server.alive()) process.kill(server.pid(), 'SIGINT')
  }
  expect((await impatient).code).toBe(0)
  await expectCleanStart(server)
})

test('passes a signal on from npm start, which ends when the server has stopped', async () => {
  const folder = newFolder()
  const port = await freePort()
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: String(port) }
  const npm = spawn('npm', ['start'], { env, stdio: 'ignore' })
  const exit = once(npm, 'exit')
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`)
  await vi.waitFor(async () => expect((await health()).ok).toBe(true), 20_000)
  npm.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(readFileSync(join(folder, 'volume.state'), 'utf8')).toMatch(/^stopped/)
})

test('explains a start that fails late in one line and leaves the folder in good order', async () => {
  const folder = newFolder()
  const other = createServer()
  await new Promise<void>((open) => other.listen(0, '127.0.0.1', open))
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const env = { DATA_DIR: folder, APP_KEY: randomBytes(32).toString('base64'), PORT: String(port) }
  const faults: [Record<string, string>, string][] = [
    [{}, `Cannot listen on 127.0.0.1 port ${port}: the port is in use by another program`],
    [{ HOST: '192.0.2.1' }, 'this machine has no such address'],
    [{ ADMIN_USERNAME: 'admin', ADMIN_PASSWORD: 'password1234' }, 'ADMIN_PASSWORD: '],
  ]
  for (const [more, says] of faults) {
    const { code, words } = await runToEnd(['dist/server.js'], {
      ...env,
      LOG_LEVEL: 'fatal',
      ...more,
    })
    expect(words.trim().split('\n')).toEqual([expect.stringContaining(says)])
    expect(words).not.toContain('    at ')
    expect(code).toBe(1)
    expect(readFileSync(join(folder, 'volume.state'), 'utf8')).toMatch(/^stopped/)
  }
})

async function expectCleanStart(server: ServerProcess) {
  const before = server.output().length
  expect(readFileSync(join(server.dataDir, 'volume.state'), 'utf8')).toMatch(/^stopped/)
  await server.start()
  expect(server.output().slice(before)).not.toContain('did not stop cleanly')
}

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

/** Keeps a connection until the test ends. */
function hold<T extends ReturnType<typeof connect>>(socket: T): T {
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

const statusOf = async ({ answer }: ReturnType<typeof rawRequest>) => (await answer).status

/** A request that the server has begun to read, and whose body ends when `finish` is called. */
async function halfPosted(port: number, path: string, body: string) {
  const half = rawRequest(
    port,
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`,
    `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body[0]}`,
  )
  await half.continues
  return { status: statusOf(half), finish: () => half.send(body.slice(1)) }
}
