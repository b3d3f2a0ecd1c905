import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runToEnd } from '../../support/built-process.ts'
import { startServer } from '../../support/built-server.ts'

const [service, other] = [61_234, 61_235]
const key = Buffer.alloc(32, 9).toString('base64')

const root = mkdtempSync(join(tmpdir(), 'countersign-users-'))
const folder = join(root, 'data')
const env = { DATA_DIR: folder, APP_KEY: key, PORT: '0', LOG_LEVEL: 'info' }

const cli = (user: number, line: string) =>
  runToEnd(['dist/cli.js', ...line.split(' ')], env, { user })

const start = (user: number) => runToEnd(['dist/server.js'], env, { user })

/** The files in the folder that do not belong to the user of the service. */
const foreign = () =>
  ['.', ...(readdirSync(folder, { recursive: true }) as string[])].filter(
    (name) => statSync(join(folder, name)).uid !== service,
  )

/** Root starts the server, which then runs as the owner of the folder. */
const serve = () => startServer({ dataDir: folder, env: { APP_KEY: key } })

describe.skipIf(process.getuid?.() !== 0)(
  'a data folder that belongs to the user of the service',
  () => {
    beforeAll(async () => {
      // Only root can read the folder of a test run.
      for (const path of [tmpdir(), root]) chmodSync(path, 0o711)
      mkdirSync(folder, { mode: 0o700 })
      chownSync(folder, service, service)
    })
    afterAll(() => rmSync(root, { recursive: true, force: true }))

    test('leaves the data folder to its user when root runs the first command and the server', async () => {
      expect((await cli(0, 'admin create ann --random')).code).toBe(0)
      const server = await serve()
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
      expect(foreign()).toEqual([])
    })

    const lines = [
      ...['admin list', 'admin sign-out ann', 'backup', 'verify', 'verify --keep', 'doctor'],
      ...['person backups', 'person export ann@example.com', 'keys rotate', 'drill'],
    ]

    test('leaves the data folder to its user whatever root runs while the server is stopped', async () => {
      for (const line of lines) {
        await cli(0, line)
        expect(foreign(), line).toEqual([])
      }
    })

    test('leaves the data folder to its user whatever root runs beside the server', async () => {
      const server = await serve()
      for (const line of lines) {
        await cli(0, line)
        expect(foreign(), line).toEqual([])
      }
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
      expect(foreign()).toEqual([])
    })

    test('leaves the data folder to its user when root restores a copy', async () => {
      await cli(0, 'backup')
      const [copy = ''] = readdirSync(join(folder, 'backups')).filter((name) =>
        name.endsWith('.db'),
      )
      expect((await cli(0, `restore ${join(folder, 'backups', copy)}`)).code).toBe(0)
      expect(foreign()).toEqual([])
    })

    test('lets root copy to a folder of its own', async () => {
      const place = join(root, 'copies')
      expect((await cli(0, `backup ${place}`)).code).toBe(0)
      expect(statSync(place).uid).toBe(0)
      expect(foreign()).toEqual([])
    })

    test.each([
      'admin list',
      'backup',
      'verify',
      'doctor',
      'person backups',
      'keys rotate',
      'restore /x',
    ])('tells any other user whose folder it is before %s does anything', async (line) => {
      chmodSync(folder, 0o777)
      const before = readdirSync(folder)
      const { code, words } = await cli(other, line)
      chmodSync(folder, 0o700)
      expect([code, words]).toEqual([1, expect.stringContaining(`belongs to the user ${service}`)])
      expect(words.trim().split('\n')).toHaveLength(1)
      expect(readdirSync(folder)).toEqual(before)
    })

    test.each(['countersign.db', 'lock.db', 'volume.state', 'volume.state.new', 'backups'])(
      'says whose folder it is and what to do when %s is closed to the start',
      async (name) => {
        const path = join(folder, name)
        const isNew = name.endsWith('.new')
        if (isNew) writeFileSync(path, '')
        chownSync(path, 0, 0)
        chmodSync(path, name === 'backups' ? 0o700 : 0o600)
        const { code, words } = await start(service)
        chownSync(path, service, service)
        if (isNew) rmSync(path)
        expect(code).toBe(1)
        expect(words).toContain(`${path} belongs to root`)
        expect(words).toContain(`chown -R ${service}: ${folder}`)
        expect(words).not.toContain('"msg":"listening"')
      },
    )
  },
)
