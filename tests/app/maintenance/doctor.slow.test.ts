import fs from 'node:fs'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { takeLock } from '#db/lock.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { closeDatabase, openDatabase } from '#db/open.ts'
import { transact } from '#db/transaction.ts'
import { writeState } from '#db/volume.ts'
import type { Terminal } from '#src/commands/command.ts'
import { doctor } from '#src/commands/doctor.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days } from '#src/domain/calendar.ts'
import { noteServer } from '#src/domain/maintenance/running-server.ts'
import { keyRing } from '#src/security/keys.ts'
import { setClock } from '../../support/app/passing-time.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const proxied = {
  APP_URL: 'https://accounts.example.com',
  TRUSTED_PROXIES: '127.0.0.1',
}

const missing = { BACKUP_REPOSITORY: '/mnt/copies', BACKUP_PASSWORD_FILE: 'README.md' }

/** A running server, and what `doctor` says beside it, a line for each subject. */
async function served(env: Record<string, string> = {}) {
  const key = Buffer.alloc(32, 1)
  const app = testApp({ env, deps: { keys: keyRing([key]) } })
  onTestFinished(takeLock(app.deps.env.DATA_DIR))
  const server = createServer(getRequestListener(app.hono.fetch))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const source = {
    ...env,
    DATA_DIR: app.deps.env.DATA_DIR,
    PORT: String(port),
    APP_KEY: key.toString('base64'),
  }
  return { app, port, says: (changes = {}) => saysOf({ ...source, ...changes }) }
}

async function saysOf(source: Record<string, string>) {
  const lines: string[] = []
  const terminal = { say: (line: string) => lines.push(line) } as unknown as Terminal
  const context = { source, built: 'db', now: Date.now }
  await Promise.resolve(doctor.runAlone(context, terminal, [])).catch(() => {})
  return (about: string) => lines.find((line) => line.slice(7).startsWith(`${about} `))
}

test('reports in doctor a trusted proxy that sends no X-Forwarded-For', async () => {
  const { app, says } = await served(proxied)
  expect((await says())('proxy')).toMatch(/^ok/)
  await app.request('/nothing', { headers: { host: 'accounts.example.com' } })
  await vi.waitFor(async () =>
    expect((await says())('proxy')).toMatch(/^wrong .*127\.0\.0\.1 passes on no address/),
  )
})

test('explains in doctor why the running server does not trust its clock', async () => {
  const { app, says } = await served()
  noteServer(app.deps)
  expect((await says())('clock')).toMatch(/^ok/)
  setClock(app, days(2))
  noteServer(app.deps)
  expect((await says())('clock')).toMatch(/^think .*moved forward by more than an hour/)
  happen(app, Date.now() + days(2))
  expect((await says())('clock')).toMatch(/^wrong .*the last event is of .*Set the clock/)
})

test('says in doctor that a start now would not trust the clock', async () => {
  const app = testApp({ deps: { keys: keyRing([Buffer.alloc(32, 1)]) } })
  const { DATA_DIR } = app.deps.env
  const source = { DATA_DIR, APP_KEY: Buffer.alloc(32, 1).toString('base64') }
  happen(app, Date.now() - days(8))
  expect((await saysOf(source))('clock')).toMatch(/^think .*more than a week earlier/)
})

const happen = ({ deps }: TestApp, at: number) =>
  transact(deps, (tx) =>
    recordEvent(
      { ...tx, now: () => at },
      { kind: 'system' },
      { action: 'company details changed' },
    ),
  )

test('reports SEND_NOTHING in doctor, and does not ask for a repository then', async () => {
  const { says } = await served({ SEND_NOTHING: 'true', ...missing })
  const say = await says()
  expect(say('sending')).toMatch(/^think .*SEND_NOTHING is set/)
  expect(say('off-site')).toMatch(/^think .*no backup is sent while SEND_NOTHING is set/)
})

test('reports in doctor why the server would not start', async () => {
  const app = testApp()
  const { DATA_DIR } = app.deps.env
  const line = async () => (await saysOf({ DATA_DIR }))('server')
  const path = join(DATA_DIR, 'countersign.db')
  const db = openDatabase(path)
  migrateDatabase(db, 'db/migrations')
  closeDatabase(db)
  writeState(DATA_DIR, { isRunning: false, head: null })
  expect(await line()).toBe('ok     server      is not running; it stopped cleanly')
  writeState(DATA_DIR, { isRunning: false, head: { seq: 4, hash: 'f'.repeat(64) } })
  expect(await line()).toMatch(/^wrong .*would not start: .*is not the database that was here/)
  fs.rmSync(path)
  expect(await line()).toMatch(/^wrong .*would not start: .*countersign\.db is missing/)
  expect((await saysOf({ DATA_DIR }))('data')).toBeUndefined()
})

test('reports in doctor that the data folder cannot be written', async () => {
  const { says } = await served()
  const refused = Object.assign(new Error('EROFS'), { code: 'EROFS', path: '/data' })
  const look = vi.spyOn(fs, 'accessSync').mockImplementation(() => {
    throw refused
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    look.mockRestore()
    syncBuiltinESMExports()
  })
  expect((await says())('disk')).toMatch(
    /^wrong .*does not start: The file system of .* is mounted read-only/,
  )
})
