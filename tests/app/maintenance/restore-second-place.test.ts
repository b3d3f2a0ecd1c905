import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openForReading } from '#db/read.ts'
import { restore } from '#src/commands/restore.ts'
import { hours } from '#src/domain/durations.ts'
import { backUpWhenDue } from '#src/domain/maintenance/schedule.ts'
import { sendWhenDue } from '#src/domain/maintenance/send-copies.ts'
import { keyRing } from '#src/security/keys.ts'
import { insertRow } from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'
import { s3Keys, s3StandIn } from '../../support/backup/s3-stand-in.ts'

const childPath = join(inject('children'), 'backup-child.js')
const names = [10, 16].map((hour) => `countersign-2026-11-20T${hour}-00-00-000Z.db`)

const identity = await generateX25519Identity()
const recipient = await identityToRecipient(identity)
const master = randomBytes(32)
let sent: ReturnType<typeof sendTwo> | null = null

const sourceOf = (endpoint: string) => ({
  BACKUP_TARGET: 's3://copies/shop',
  S3_ENDPOINT: endpoint,
  BACKUP_RECIPIENT: recipient,
  AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: s3Keys.secretAccessKey,
})

/** Sends two copies, the second with one more note. */
async function sendTwo() {
  const s3 = await s3StandIn()
  const app = testApp({ env: sourceOf(s3.endpoint), deps: { keys: keyRing([master]) } })
  insertRow(app, 'Sample Ltd', null, null)
  for (const text of ['first', 'second']) {
    app.deps.db.sqlite
      .prepare("insert into notes (application, admin, text, at) values ('A', 'boss', ?, 0)")
      .run(text)
    await backUpWhenDue(app.deps)
    await sendWhenDue(app.deps, childPath, new AbortController().signal)
    app.clock.now += hours(6)
  }
  expect(s3.objects.size).toBe(2)
  return { objects: s3.objects, stored: app.dump(), now: app.clock.now }
}

/** Two copies on S3, the same for every test, and how to restore on an empty machine. */
async function twoCopies() {
  sent ??= sendTwo()
  const { objects, stored, now } = await sent
  const s3 = await s3StandIn()
  for (const [key, bytes] of objects) s3.objects.set(key, Buffer.from(bytes))
  const empty = mkdtempSync(join(tmpdir(), 'empty-'))
  onTestFinished(() => rmSync(empty, { recursive: true, force: true }))
  const said: string[] = []
  const { BACKUP_TARGET: location, ...access } = sourceOf(s3.endpoint)
  const run = (given: Record<string, string>, asked: string, ...args: string[]) =>
    restore.runAlone(
      {
        source: { ...access, DATA_DIR: empty, APP_KEY: master.toString('base64'), ...given },
        built: resolve('db'),
        now: () => now,
      },
      { say: (line) => void said.push(line), askSecret: async () => asked },
      [given.location ?? location, ...args],
    )
  const notes = () => {
    const { sqlite } = openForReading(join(empty, 'countersign.db'))
    const texts = sqlite.prepare('select text from notes order by id').pluck().all()
    sqlite.close()
    return texts
  }
  return { s3, stored, empty, said, run, notes }
}

test('brings everything back to an empty machine, with the two keys alone', async () => {
  const { stored, empty, said, run, notes } = await twoCopies()
  await run({}, identity)
  expect(notes()).toEqual(['first', 'second'])
  const { sqlite } = openForReading(join(empty, 'countersign.db'))
  const tables = Object.entries(stored).filter(([name]) => !name.match(/^(events|installation)/))
  expect(tables.length).toBeGreaterThan(20)
  for (const [name, rows] of tables)
    expect(sqlite.prepare(`select * from "${name}"`).all(), name).toEqual(rows)
  sqlite.close()
  expect(said.join('\n')).toContain(`is now ${names[1]}`)
  expect(said.join('\n')).toContain('It holds 1 application, and ')
  expect(readdirSync(join(empty, 'backups'))).toEqual([])
})

test('brings back the newest copy made at a time or before, with the key from a file', async () => {
  const { empty, run, notes } = await twoCopies()
  const file = join(empty, 'identity.txt')
  writeFileSync(file, `# created: today\n# public key: age1...\n${identity}\n`)
  const restored = async (time: string) => {
    await run({ BACKUP_IDENTITY_FILE: file }, 'nothing', '--at', time)
    return notes()
  }
  expect(await restored('2026-11-20T16:00:00Z')).toEqual(['first', 'second'])
  expect(await restored('2026-11-20T15:59:59Z')).toEqual(['first'])
  expect(await restored('2026-11-20 16:00')).toEqual(['first', 'second'])
  expect(await restored('2026-11-20T10:00+00:00')).toEqual(['first'])
})

test('takes a time without a zone as the clocks of the installation show it', async () => {
  const { run, notes } = await twoCopies()
  await run({ APP_TIMEZONE: 'Asia/Kolkata' }, identity, '--at', '2026-11-20T21:29')
  expect(notes()).toEqual(['first'])
})

test('lists the copies without a key, and says which is used and what comes next', async () => {
  const { empty, said, run } = await twoCopies()
  await run({}, 'nothing', '--list')
  expect(said).toEqual([
    `2026-11-20T10:00:00Z  20 November 2026 at 10:00:00 GMT  ${names[0]}.gz.age`,
    `2026-11-20T16:00:00Z  20 November 2026 at 16:00:00 GMT  ${names[1]}.gz.age`,
    '2 backups are in s3://copies/shop.',
  ])
  expect(readdirSync(empty)).toEqual([])
  await run({}, identity)
  expect(said.join('\n')).toContain('It was made on 20 November 2026 at 16:00:00 GMT.')
  expect(said.join('\n')).toContain('"import s3://copies/shop"')
})

test('takes no copy that a clock put into the future', async () => {
  const { s3, run, notes } = await twoCopies()
  const newest = s3.objects.get(`shop/${names[1]}.gz.age`) ?? Buffer.alloc(0)
  s3.objects.set('shop/countersign-2027-11-20T10-00-00-000Z.db.gz.age', newest.subarray(0, 10))
  await run({}, identity)
  expect(notes()).toEqual(['first', 'second'])
})

test('brings back a copy from a folder', async () => {
  const { s3, empty, run, notes } = await twoCopies()
  const disk = join(empty, 'disk')
  mkdirSync(disk)
  for (const [key, bytes] of s3.objects) writeFileSync(join(disk, basename(key)), bytes)
  await run({ location: disk }, identity)
  expect(notes()).toEqual(['first', 'second'])
})

test('names what it does not understand', async () => {
  const { empty, run } = await twoCopies()
  const refused = (...args: string[]) => expect(run({}, identity, ...args)).rejects
  await refused('--at', '20 November').toThrow('"20 November" is not a time such as')
  await refused('--at', '2026-02-31T10:00').toThrow('is not a time')
  await refused('--at', '2020-01-01T10:00').toThrow(
    'There is no backup in s3://copies/shop from 1 January 2020 at 10:00:00 GMT or before; the oldest is of 20 November 2026 at 10:00:00 GMT',
  )
  await refused('another').toThrow('restore takes one file or location')
  expect(existsSync(join(empty, 'countersign.db'))).toBe(false)
})

test('lets a fresh backup go at the next start, because the newest there is of another history', async () => {
  const { empty, run } = await twoCopies()
  const state = join(empty, 'backups', 'second-place.json')
  mkdirSync(join(empty, 'backups'))
  const sent = { copy: names[1], at: 1, certificates: [] }
  writeFileSync(state, JSON.stringify({ target: 's3://copies/shop', since: 1, sent, failed: null }))
  await run({ BACKUP_TARGET: 's3://copies/shop' }, identity, '--at', '2026-11-20T12:00Z')
  expect(JSON.parse(readFileSync(state, 'utf8'))).toMatchObject({
    since: 1,
    sent: { ...sent, isOutlived: true },
  })
})

test('replaces nothing with a wrong key or a changed copy', async () => {
  const { s3, empty, run, notes } = await twoCopies()
  await run({}, identity, '--at', '2026-11-20T12:00Z')
  const before = readFileSync(join(empty, 'countersign.db'))
  await expect(run({}, await generateX25519Identity())).rejects.toThrow(
    'The private key does not open countersign-',
  )
  await expect(run({}, 'a password')).rejects.toThrow('not a private key')
  const object = s3.objects.get(`shop/${names[1]}.gz.age`)
  object?.fill(0, object.byteLength - 100, object.byteLength - 90)
  await expect(run({}, identity)).rejects.toThrow(
    /could not be fetched and opened: .*\nNothing was replaced. --list shows every backup there/,
  )
  expect(readFileSync(join(empty, 'countersign.db')).equals(before)).toBe(true)
  expect(notes()).toEqual(['first'])
  const left = readdirSync(join(empty, 'backups')).filter((name) => name.includes('partial'))
  expect(left).toEqual([])
  expect(existsSync(join(empty, 'countersign.db.partial'))).toBe(false)
})

test('asks for the key of the installation before anything, and makes none', async () => {
  const { s3, empty, run } = await twoCopies()
  const requests = s3.requests.length
  await expect(run({ APP_KEY: '' }, identity)).rejects.toThrow('Set APP_KEY or APP_KEY_FILE')
  expect(readdirSync(empty)).toEqual([])
  expect(s3.requests).toHaveLength(requests)
})
