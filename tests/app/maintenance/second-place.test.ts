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
import { join } from 'node:path'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { expect, inject, onTestFinished, test } from 'vitest'
import { tryLock } from '#db/lock.ts'
import { backup } from '#src/commands/backup.ts'
import { secondPlaceFinding } from '#src/commands/doctor/second-place.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { backUpWhenDue } from '#src/domain/maintenance/schedule.ts'
import { sendWhenDue } from '#src/domain/maintenance/send-copies.ts'
import { keyRing } from '#src/security/keys.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { insertRow } from '../../support/app/listed-rows.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { s3Keys, s3StandIn } from '../../support/backup/s3-stand-in.ts'

const childPath = join(inject('children'), 'backup-child.js')
const never = new AbortController().signal
const recipient = await identityToRecipient(await generateX25519Identity())

const send = ({ deps }: TestApp, stopping = never) => sendWhenDue(deps, childPath, stopping)
const finding = ({ deps }: TestApp) => secondPlaceFinding(deps.env, deps.now())
const notice = async (app: TestApp) =>
  /<p class="notice notice-warn" role="status">(No backup has reached the second place.*?)<\/p>/.exec(
    (await (await adminBrowser(app)).get('/admin/dashboard')).text.replace(/<!-- -->/g, ''),
  )?.[1] ?? null

async function appWithS3(secret = s3Keys.secretAccessKey) {
  const s3 = await s3StandIn()
  const app = testApp({
    env: {
      BACKUP_TARGET: 's3://copies/shop',
      S3_ENDPOINT: s3.endpoint,
      AWS_REGION: 'eu-central-1',
      BACKUP_RECIPIENT: recipient,
      AWS_ACCESS_KEY_ID: s3Keys.accessKeyId,
      AWS_SECRET_ACCESS_KEY: secret,
    },
  })
  insertRow(app, 'Sample Ltd', null, null)
  return { s3, app }
}

test('each copy that the server makes goes to the second place, once', async () => {
  const { s3, app } = await appWithS3()
  await backUpWhenDue(app.deps)
  await send(app)
  expect([...s3.objects.keys()]).toEqual(['shop/countersign-2026-11-20T10-00-00-000Z.db.gz.age'])
  const requests = s3.requests.length
  await send(app)
  expect(s3.requests).toHaveLength(requests)
  app.clock.now += hours(6)
  await backUpWhenDue(app.deps)
  await send(app)
  expect(s3.objects.size).toBe(2)
  expect(finding(app)).toMatchObject({
    is: 'ok',
    words: 'the last copy reached s3://copies/shop at 2026-11-20T16:00:00.000Z',
  })
  expect(await notice(app)).toBeNull()
})

test('a failure is in the log, on the dashboard and in doctor; the local copy stays, and the next try sends it', async () => {
  const { s3, app } = await appWithS3()
  await backUpWhenDue(app.deps)
  const folder = join(app.deps.env.DATA_DIR, 'backups')
  const [copy = ''] = readdirSync(folder).filter((name) => name.endsWith('.db'))
  const before = readFileSync(join(folder, copy))
  s3.fault = () => ({ status: 403, code: 'AccessDenied' })
  await send(app)
  expect(app.logged().join()).toContain('the backup did not reach the second place')
  expect(app.logged().join()).not.toContain(s3Keys.secretAccessKey)
  expect(await notice(app)).toBe(
    'No backup has reached the second place yet. Please tell the person who runs the server.',
  )
  expect(finding(app)).toMatchObject({
    is: 'wrong',
    words: expect.stringContaining('AccessDenied'),
  })
  expect(readFileSync(join(folder, copy)).equals(before)).toBe(true)

  s3.fault = () => null
  app.clock.now += minutes(10)
  await send(app)
  expect([...s3.objects.keys()]).toEqual(['shop/countersign-2026-11-20T10-10-00-000Z.db.gz.age'])
  expect(await notice(app)).toBeNull()
  expect(finding(app).is).toBe('ok')
})

test('copies that stop arriving are noticed after a day, although no attempt failed', async () => {
  const { app } = await appWithS3()
  await backUpWhenDue(app.deps)
  await send(app)
  app.clock.now += hours(25)
  await backUpWhenDue(app.deps)
  expect(finding(app).is).toBe('wrong')
  expect(await notice(app)).toBe(
    'No backup has reached the second place since 20 November 2026 at 10:00. Please tell the person who runs the server.',
  )
})

test('a stop ends the sending, says nothing, and leaves the copy for the next start', async () => {
  const { s3, app } = await appWithS3()
  await backUpWhenDue(app.deps)
  const stopping = new AbortController()
  s3.fault = () => {
    stopping.abort()
    return 'hang up'
  }
  await send(app, stopping.signal)
  expect(app.logged().join()).not.toContain('did not reach')
  s3.fault = () => null
  await send(app)
  expect(s3.objects.size).toBe(1)
})

test('two processes do not send at the same time', async () => {
  const { s3, app } = await appWithS3()
  await backUpWhenDue(app.deps)
  const release = tryLock(join(app.deps.env.DATA_DIR, 'backups', 'sending.lock'), 0)
  await send(app)
  release?.()
  expect(s3.requests).toEqual([])
  expect(app.logged().join()).toContain('Another process is sending a copy')
})

test('the command puts its copy into the folder, and fails when it cannot, with the copy made', async () => {
  const master = randomBytes(32)
  const app = testApp({ deps: { keys: keyRing([master]) } })
  const { DATA_DIR } = app.deps.env
  const built = join(DATA_DIR, 'built')
  const disk = mkdtempSync(join(tmpdir(), 'disk-'))
  onTestFinished(() => rmSync(disk, { recursive: true, force: true }))
  mkdirSync(built)
  writeFileSync(join(built, 'backup-child.js'), `import ${JSON.stringify(childPath)}\n`)
  const source = {
    DATA_DIR,
    APP_KEY: master.toString('base64'),
    BACKUP_TARGET: disk,
    BACKUP_RECIPIENT: recipient,
  }
  const said: string[] = []
  const terminal = {
    say: (line: string) => void said.push(line),
    askSecret: async () => '',
  }
  const run = () => backup.runAlone({ source, built, now: app.deps.now }, terminal, [])
  await run()
  const name = 'countersign-2026-11-20T10-00-00-000Z.db.gz.age'
  expect(readdirSync(disk)).toEqual([name])
  expect(said.join('\n')).toMatch(/\(\d+ bytes\) is in .*disk-\w+, read back and compared\./)

  app.clock.now += hours(1)
  rmSync(disk, { recursive: true })
  await expect(run()).rejects.toThrow('The copy is made, but did not reach')
  expect(existsSync(join(DATA_DIR, 'backups', 'countersign-2026-11-20T11-00-00-000Z.db'))).toBe(
    true,
  )
})
