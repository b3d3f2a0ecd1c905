import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, onTestFinished, test } from 'vitest'
import { openForReading } from '#db/read.ts'
import { restore } from '#src/commands/restore.ts'
import { hours } from '#src/domain/durations.ts'
import { backUpWhenDue } from '#src/domain/maintenance/schedule.ts'
import { sendWhenDue } from '#src/domain/maintenance/send-copies.ts'
import { keyRing } from '#src/security/keys.ts'
import { testApp } from '../../support/app/test-app.ts'
import { s3Keys, s3StandIn } from '../../support/backup/s3-stand-in.ts'

const childPath = resolve('src/domain/backup-target/send-child.ts')
const names = [10, 16].map((hour) => `countersign-2026-11-20T${hour}-00-00-000Z.db`)

/** Two copies on S3, the second with one more note, and how to restore on an empty machine. */
async function twoCopies() {
  const s3 = await s3StandIn()
  const identity = await generateX25519Identity()
  const master = randomBytes(32)
  const source = {
    BACKUP_TARGET: 's3://copies/shop',
    S3_ENDPOINT: s3.endpoint,
    BACKUP_RECIPIENT: await identityToRecipient(identity),
    AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
    AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
  }
  const app = testApp({ env: source, deps: { keys: keyRing([master]) } })
  for (const text of ['first', 'second']) {
    app.deps.db.sqlite
      .prepare("insert into notes (application, admin, text, at) values ('A', 'boss', ?, 0)")
      .run(text)
    await backUpWhenDue(app.deps)
    await sendWhenDue(app.deps, childPath, new AbortController().signal)
    app.clock.now += hours(6)
  }
  expect(s3.objects.size).toBe(2)
  const empty = mkdtempSync(join(tmpdir(), 'empty-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  const said: string[] = []
  const run = (given: Record<string, string>, asked: string, ...args: string[]) =>
    restore.runAlone(
      {
        source: { ...source, DATA_DIR: empty, APP_KEY: master.toString('base64'), ...given },
        built: resolve('db'),
        now: app.deps.now,
      },
      { say: (line) => void said.push(line), askSecret: async () => asked },
      ['--second-place', ...args],
    )
  const notes = () => {
    const { sqlite } = openForReading(join(empty, 'countersign.db'))
    const texts = sqlite.prepare('select text from notes order by id').pluck().all()
    sqlite.close()
    return texts
  }
  return { s3, app, identity, empty, said, run, notes }
}

test('brings everything back to an empty machine, with the two keys alone', async () => {
  const { app, identity, empty, said, run, notes } = await twoCopies()
  await run({}, identity)
  expect(notes()).toEqual(['first', 'second'])
  const { sqlite } = openForReading(join(empty, 'countersign.db'))
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all()
  for (const table of tables.filter(
    (name) => !String(name).match(/^(sqlite_|events|installation)/),
  ))
    expect(sqlite.prepare(`select * from "${table}"`).all(), String(table)).toEqual(
      app.deps.db.sqlite.prepare(`select * from "${table}"`).all(),
    )
  sqlite.close()
  expect(said.join('\n')).toContain(`is now ${names[1]}`)
  expect(readdirSync(join(empty, 'backups'))).toEqual([])
})

test('brings back a named copy, with the key from a file', async () => {
  const { identity, empty, run, notes } = await twoCopies()
  const file = join(empty, 'identity.txt')
  writeFileSync(file, `# created: today\n# public key: age1...\n${identity}\n`)
  await run({ BACKUP_IDENTITY_FILE: file }, 'nothing', `${names[0]}.gz.age`)
  expect(notes()).toEqual(['first'])
})

test('replaces nothing with a wrong key, a changed copy, or a name that is not there', async () => {
  const { s3, identity, empty, run, notes } = await twoCopies()
  await run({}, identity, names[0] ?? '')
  const before = readFileSync(join(empty, 'countersign.db'))
  await expect(run({}, await generateX25519Identity())).rejects.toThrow('no identity matched')
  await expect(run({}, 'a password')).rejects.toThrow('not a private key')
  await expect(run({}, identity, 'countersign-of-another-day.db')).rejects.toThrow('There is no')
  const object = s3.objects.get(`shop/${names[1]}.gz.age`)
  object?.fill(0, object.byteLength - 100, object.byteLength - 90)
  await expect(run({}, identity)).rejects.toThrow()
  expect(readFileSync(join(empty, 'countersign.db')).equals(before)).toBe(true)
  expect(notes()).toEqual(['first'])
  const left = readdirSync(join(empty, 'backups')).filter((name) => name.includes('partial'))
  expect(left).toEqual([])
  expect(existsSync(join(empty, 'countersign.db.partial'))).toBe(false)
})
