import { createHash, randomBytes } from 'node:crypto'
import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'
import { sectionSave } from '../../support/app/application-answers.ts'
import { runToEnd } from '../../support/built-process.ts'
import { startServer } from '../../support/built-server.ts'
import { newFolder } from '../../support/folder.ts'
import { pkcs12 } from '../../support/pkcs12.ts'

const root = newFolder()
const key = randomBytes(32).toString('base64')
/** A folder that was left in good order, and one whose process was killed while it wrote. */
const [clean, killed] = [join(root, 'clean'), join(root, 'killed')]

beforeAll(async () => {
  for (const [folder, signal] of [
    [clean, 'SIGTERM'],
    [killed, 'SIGKILL'],
  ] as const) {
    const server = await startServer({ dataDir: folder, env: { APP_KEY: key } })
    for (let count = 0; count < 20; count += 1) await apply(server.url)
    await server.end(signal)
  }
})

async function apply(url: string) {
  const answer = await fetch(`${url}/api/applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sectionSave(4)),
  })
  expect(answer.status).toBe(201)
}

type Case = {
  name: string
  from?: string
  break: (database: string, folder: string) => void
  key?: string
  says: string
}

const cases: Case[] = [
  {
    name: 'garbage',
    break: (database) => writeFileSync(database, randomBytes(65_536)),
    says: 'is not a database',
  },
  { name: 'cut short', break: (database) => truncateSync(database, 40_960), says: 'is cut short' },
  { name: 'zero bytes', break: (database) => truncateSync(database, 0), says: 'is empty' },
  {
    name: 'another program',
    break: (database) => overwrite(database, 68, Buffer.from('Othr')),
    says: 'is not a Countersign database',
  },
  { name: 'missing', break: (database) => rmSync(database), says: 'is missing' },
  {
    name: 'wrong key',
    break: () => {},
    key: randomBytes(32).toString('base64'),
    says: 'APP_KEY is not the key',
  },
  {
    name: 'a log of another database',
    break: (database) => cpSync(join(killed, 'countersign.db-wal'), `${database}-wal`),
    says: 'is next to a database that was closed properly',
  },
  {
    name: 'a newer schema',
    break: (database) => {
      const db = new Database(database)
      db.exec("insert into __drizzle_migrations (hash, created_at) values ('newer', 9999999999999)")
      db.close()
    },
    says: 'is not the one this version ships',
  },
  {
    name: 'a damaged page after a kill',
    from: killed,
    break: (database) => {
      // The log is written back first, as a later checkpoint would, so that the damage is in the file itself.
      const db = new Database(database)
      db.pragma('wal_checkpoint(TRUNCATE)')
      db.close()
      overwrite(database, 5 * 4096, randomBytes(8 * 4096))
    },
    says: 'is damaged',
  },
]

test.each(cases)(
  'refuses to start on $name before it listens, in its own words, and changes no byte',
  async (row) => {
    const folder = join(root, row.name.replaceAll(' ', '-'))
    cpSync(row.from ?? clean, folder, { recursive: true })
    row.break(join(folder, 'countersign.db'), folder)
    const before = bytesOf(folder)
    const { code, words } = await runToEnd(['dist/server.js'], {
      DATA_DIR: folder,
      APP_KEY: row.key ?? key,
      PORT: '0',
      LOG_LEVEL: 'info',
    })
    expect(words).toContain(row.says)
    expect(code).toBe(1)
    expect(words).not.toContain('"msg":"listening"')
    expect(bytesOf(folder)).toEqual(before)
  },
)

test('starts on a folder whose process was killed, with everything that was acknowledged', async () => {
  const server = await startServer({ dataDir: killed, env: { APP_KEY: key } })
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  await server.end('SIGTERM')
  const db = new Database(join(killed, 'countersign.db'), { readonly: true })
  expect(db.prepare('select count(*) from applications').pluck().get()).toBe(20)
  db.close()
  expect(readFileSync(join(killed, 'volume.state'), 'utf8')).toMatch(/^stopped 20 [0-9a-f]{64}\n$/)
})

test('refuses to start without the key that was there, and makes no other key', async () => {
  const folder = join(root, 'no-key')
  cpSync(clean, folder, { recursive: true })
  const { code, words } = await runToEnd(['dist/server.js'], { DATA_DIR: folder, PORT: '0' })
  expect([code, words]).toEqual([1, expect.stringContaining('app.key is missing')])
  expect(existsSync(join(folder, 'app.key'))).toBe(false)
})

test('refuses the wrong password of a PKCS#12 file in one line and exits with 78', async () => {
  const { code, words } = await runToEnd(['dist/server.js'], {
    ...{ PORT: '0', DATA_DIR: join(root, 'none'), DOCUMENT_PKCS12_FILE: pkcs12('right').file },
    DOCUMENT_PKCS12_PASSWORD: 'wrong',
  })
  expect([code, words]).toEqual([
    78,
    'The environment is not right:\n  DOCUMENT_PKCS12_FILE: The password does not open the PKCS#12 file\n',
  ])
})

function overwrite(path: string, at: number, bytes: Buffer) {
  const content = readFileSync(path)
  bytes.copy(content, at)
  writeFileSync(path, content)
}

/** The hash of every file that holds data; lock, and the index that SQLite makes anew beside a log, aside. */
function bytesOf(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) =>
    /^(countersign\.db(-wal)?|app\.key|volume\.state)$/.test(name),
  )
  const files = names.map((name) => [name, readFileSync(join(folder, name))] as const)
  return Object.fromEntries(
    files
      .filter(([name, bytes]) => !(name.endsWith('-wal') && bytes.length === 0))
      .map(([name, bytes]) => [name, createHash('sha256').update(bytes).digest('hex')]),
  )
}

test.each(['--help', '-h', 'help'])(
  'answers %s on the command line with the list of commands',
  async (word) => {
    const { code, words } = await runToEnd(['dist/cli.js', word], {})
    expect([code, words]).toEqual([0, expect.stringMatching(/^Commands:/)])
  },
)
