import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { repository } from '#src/commands/doctor-data.ts'
import { person } from '#src/commands/person.ts'
import { backUpOffSite } from '#src/domain/backup/off-site.ts'
import { installationTag, openRepository, saveSnapshot } from '#src/domain/backup/restic.ts'
import { backUpWhenDue, makeCopy } from '#src/domain/backup/schedule.ts'
import { isBackupDue, lateOffSite, offSite } from '#src/domain/backup/state.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import { rejectApplication } from '#src/domain/review/decide.ts'
import { keyRing } from '#src/security/keys.ts'
import { makeAdmin } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { email } from '../../support/app/clients.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { appWithChild } from '../../support/backup/child-stand-in.ts'
import {
  going,
  hasRestic,
  noteSent,
  offSiteApp,
  password,
  repositorySettings,
  restic,
  resticEnv,
} from '../../support/backup/off-site.ts'
import { run } from '../../support/commands.ts'

test('a failure of restic is reported in its words, without a stack trace', async () => {
  const { app, settings, send } = await offSiteApp()
  const fake = join(settings.BACKUP_PASSWORD_FILE, '..', 'restic')
  const words = 'Fatal: unable to save: disk quota exceeded\ngithub.com/restic/local.(*Local).Save'
  const script = `[ "$1" = cat ] && echo '{"id":"one"}' && exit\nprintf '${words}\n\t/restic/local.go:153\nruntime.goexit\n\t/go/asm.s:9\n' >&2\nexit 1`
  writeFileSync(fake, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  Object.assign(app.deps.env.resticVariables, { PATH: `${join(fake, '..')}:${process.env.PATH}` })
  await expect(send()).rejects.toThrow(/^unable to save: disk quota exceeded$/)
})

describe.skipIf(!hasRestic)('an off-site backup', () => {
  test('holds the whole database under a fixed name, host and tags, and restic alone brings it back', async () => {
    const { app, settings, send } = await offSiteApp()
    const { sent } = await send()
    const [snapshot] = JSON.parse(restic(app, 'snapshots', '--json'))
    expect(snapshot).toMatchObject({
      hostname: 'countersign',
      time: '2026-11-20T10:00:00Z',
      tags: [
        expect.stringMatching(/^installation:[0-9a-f]{16}$/),
        `head:${sent.head?.seq}-${sent.head?.hash}`,
      ],
    })
    const target = join(settings.BACKUP_REPOSITORY, '..', 'back')
    restic(app, 'restore', 'latest', '--target', target)
    expect(readdirSync(target)).toEqual(['countersign.db'])
    expect(readFileSync(join(target, 'countersign.db'), 'latin1')).toMatch(/^SQLite format 3/)
  })

  test('leaves no copy, and neither password nor data readable at either end', async () => {
    const { app, settings, send } = await offSiteApp()
    await submit(app.browser())
    await send()
    const folder = join(app.deps.env.DATA_DIR, 'backups', 'off-site')
    expect(readdirSync(folder).toSorted()).toEqual(['cache', 'lock'])
    for (const place of [settings.BACKUP_REPOSITORY, folder])
      for (const file of readdirSync(place, { recursive: true, withFileTypes: true })) {
        if (!file.isFile()) continue
        const bytes = readFileSync(join(file.parentPath, file.name), 'latin1')
        expect(bytes).not.toContain(password)
        expect(bytes).not.toContain(email)
      }
  })

  test('says what failed in the words of restic, without a secret, and goes on once it is mended', async () => {
    const { app, settings, send } = await offSiteApp()
    await send()
    writeFileSync(settings.BACKUP_PASSWORD_FILE, 'another password\n')
    await expect(send()).rejects.toThrow('wrong password')
    expect(offSite(app.deps)?.failed?.reason).toMatch(/wrong password/)
    expect(offSite(app.deps)?.failed?.reason).not.toContain('another password')
    expect(await repository(app.deps)).toMatchObject({
      is: 'wrong',
      words: expect.stringMatching(/ cannot be listed\. .*wrong password/),
    })
    writeFileSync(settings.BACKUP_PASSWORD_FILE, password)
    await send()
    expect(offSite(app.deps)?.failed).toBeNull()
  })

  test('is not made into a repository that is new, when the known one is gone or another lies there', async () => {
    const { app, settings, send, snapshots } = await offSiteApp()
    const place = settings.BACKUP_REPOSITORY
    await send()
    renameSync(place, `${place}-unmounted`)
    await expect(send()).rejects.toThrow('config')
    mkdirSync(place)
    await expect(send()).rejects.toThrow('config')
    expect(readdirSync(place)).toEqual([])
    restic(app, 'init')
    await expect(send()).rejects.toThrow('Another repository lies there')
    expect(await snapshots()).toEqual([])
    await backUpOffSite(app.deps, going(), { isOther: true })
    expect(await snapshots()).toHaveLength(1)
  })

  test('makes its repository where there is none', async () => {
    const { app, settings } = await offSiteApp()
    rmSync(settings.BACKUP_REPOSITORY, { recursive: true })
    mkdirSync(settings.BACKUP_REPOSITORY)
    const { id, sent } = await backUpOffSite(app.deps, going())
    expect(id).toBe(JSON.parse(restic(app, 'cat', 'config')).id)
    expect(sent.bytes).toBeGreaterThan(0)
  })

  test('runs one at a time: a second one is refused, and not stored as a failure', async () => {
    const { app } = await offSiteApp()
    const first = backUpOffSite(app.deps, going())
    await expect(backUpOffSite(app.deps, going())).rejects.toThrow('is running')
    expect((await first).failed).toBeNull()
  })
})

describe.skipIf(!hasRestic)('forgetting', () => {
  async function aged(app: TestApp, age: number) {
    const { env } = app.deps
    await openRepository(env, null, going())
    const path = join(env.DATA_DIR, 'countersign.db')
    const madeAt = app.clock.now - age
    const installation = installationTag(app.deps)
    await saveSnapshot(env, { path, installation, head: null, madeAt }, going())
  }

  test('removes what is older than 37 days, once a day, and never the newest', async () => {
    const { app, send, snapshots } = await offSiteApp()
    const times = async () =>
      (await snapshots()).map(({ madeAt }) => Math.round((app.clock.now - madeAt) / days(1)))
    await aged(app, days(39))
    await aged(app, days(38))
    await aged(app, days(20))
    await send()
    expect(await times()).toEqual([20, 0])
    app.clock.now += days(60)
    expect(await times()).toEqual([80, 60])
  })

  test('is left to the server: a backup by hand removes nothing', async () => {
    const { app, snapshots } = await offSiteApp()
    await aged(app, days(39))
    await backUpOffSite(app.deps, going())
    expect(await snapshots()).toHaveLength(2)
  })

  test('leaves the backups of other installations alone', async () => {
    const { app, settings, send } = await offSiteApp()
    await aged(testApp({ env: settings }), days(60))
    await send()
    expect(JSON.parse(restic(app, 'snapshots', '--json'))).toHaveLength(2)
  })

  test('that fails, because nobody may delete there, fails no backup', async () => {
    const { app, send, snapshots } = await offSiteApp()
    await aged(app, days(39))
    const holder = await lockHolder(app)
    const { forgot, failed } = await send()
    await holder.end('SIGINT')
    expect([failed, forgot?.reason]).toEqual([
      null,
      expect.stringContaining('already locked by PID'),
    ])
    expect(await snapshots()).toHaveLength(2)
  })

  test('at once removes every backup that still holds somebody who was erased', async () => {
    const { app, send, snapshots } = await offSiteApp()
    await submit(app.browser(), { mainEmail: email })
    await send()
    await send()
    const lines = await run(app, person, 'erase', email, '--yes')
    expect(lines.filter((line) => line.includes('off-site backup'))).toEqual([
      expect.stringMatching(/^ {2}off-site backup [0-9a-f]{8} until 27 December 2026$/),
      expect.stringMatching(/^ {2}off-site backup [0-9a-f]{8} until 27 December 2026$/),
    ])
    app.clock.now += minutes(1)
    expect(await run(app, person, 'backups', '--forget')).toContain(
      '2 off-site backups were forgotten, after a fresh one was made.',
    )
    expect(await snapshots()).toHaveLength(1)
    expect(await run(app, person, 'backups')).toEqual([])
  })
})

describe('a backup is due', () => {
  function dueAfter(app: TestApp) {
    let minute = 0
    while (!isBackupDue(app.deps) && minute < 90) {
      app.clock.now += minutes(1)
      minute += 1
    }
    return minute
  }

  test('at once, then every hour, and within five minutes of a signature and of a decision', async () => {
    const { app } = await offSiteApp()
    expect(isBackupDue(app.deps)).toBe(true)
    await noteSent(app)
    expect(dueAfter(app)).toBe(60)
    await noteSent(app)
    const id = await submit(app.browser())
    await issueAll(app)
    expect(dueAfter(app)).toBeLessThanOrEqual(3)
    await noteSent(app)
    expect(isBackupDue(app.deps)).toBe(false)
    const { id: admin, role, username } = await makeAdmin(app)
    rejectApplication(app.deps, { kind: 'admin', id: admin, role, username } as never, id, null)
    await issueAll(app)
    expect(dueAfter(app)).toBeLessThanOrEqual(3)
  })

  test('again soon while a document in the last one was not sealed', async () => {
    const { app } = await offSiteApp()
    await submit(app.browser())
    await noteSent(app, { hasUnsealed: true })
    expect(dueAfter(app)).toBeLessThanOrEqual(3)
  })

  test('never before there is an administrator, because the data may be about to be restored', async () => {
    const app = testApp({ env: repositorySettings() })
    await submit(app.browser())
    expect(isBackupDue(app.deps)).toBe(false)
    expect(lateOffSite(app.deps)).toBeNull()
    await expect(backUpOffSite(app.deps, going())).rejects.toThrow('no administrator')
    await makeAdmin(app)
    expect(isBackupDue(app.deps)).toBe(true)
  })

  test('after three hours without one the dashboard says so', async () => {
    const { app } = await offSiteApp()
    expect(lateOffSite(app.deps)).toEqual({ last: null })
    await noteSent(app)
    const last = new Date(app.clock.now).toISOString()
    expect(lateOffSite(app.deps)).toBeNull()
    app.clock.now += hours(3)
    expect(lateOffSite(app.deps)).toEqual({ last })
  })
})

test.skipIf(!hasRestic)(
  'what is due is done by children, one after the other; a failure keeps none of the others from it',
  async () => {
    const { app, settings } = await keyedOffSiteApp()
    const { deps } = app
    await backUpWhenDue(deps, going())
    expect(app.logged().join()).toMatch(
      /database backed up.*the off-site backup was made.*the recovery drill held/s,
    )
    expect(offSite(deps)).toMatchObject({
      sent: { id: expect.any(String) },
      failed: null,
      forgot: { reason: null },
      drill: { held: { backups: [{ madeAt: expect.any(Number) }] } },
    })
    expect(app.dump().events?.at(-1)).toMatchObject({ action: 'recovery drill held' })
    app.clock.now += hours(7)
    renameSync(settings.BACKUP_REPOSITORY, `${settings.BACKUP_REPOSITORY}-away`)
    const before = app.logged().length
    await backUpWhenDue(deps, going())
    expect(app.logged().slice(before).join()).toMatch(
      /database backed up.*the off-site backup failed/s,
    )
    expect(offSite(deps)?.failed?.reason).toContain('config')
  },
)

/** With the real command line as its child, which needs the key. */
async function keyedOffSiteApp() {
  const { settings, ...rest } = await offSiteApp(
    { APP_KEY: Buffer.alloc(32, 7).toString('base64') },
    { keys: keyRing([Buffer.alloc(32, 7)]), cli: join(inject('children'), 'cli.js') },
  )
  Object.assign(rest.app.deps.env.childVariables, settings)
  // a child goes by the clock of the machine
  rest.app.clock.now = Date.now()
  return { settings, ...rest }
}

test('a child that is killed while it sends a backup leaves what it had done, and why it ended', async () => {
  const settings = repositorySettings()
  const { app } = await appWithChild(
    'process.send({ part: { id: "new repository" } }, () => process.kill(process.pid, "SIGKILL")); return new Promise(() => setInterval(() => {}, 1000))',
    { env: settings },
  )
  await makeAdmin(app)
  await makeCopy(app.deps, false)
  await backUpWhenDue(app.deps, going())
  expect(offSite(app.deps)).toMatchObject({
    id: 'new repository',
    sent: null,
    failed: { reason: 'The process for the task "off-site" ended with SIGKILL' },
  })
  expect(isBackupDue(app.deps)).toBe(false)
  app.clock.now += minutes(10)
  expect(isBackupDue(app.deps)).toBe(true)
})

test('a backup that is due while one by hand runs waits for it, and is no failure', async () => {
  const settings = repositorySettings()
  const { app, tasks } = await appWithChild(
    'throw Object.assign(new Error("Another off-site backup is running"), { name: "OffSiteBusy" })',
    { env: settings },
  )
  await makeAdmin(app)
  await makeCopy(app.deps, false)
  await backUpWhenDue(app.deps, going())
  expect(offSite(app.deps)?.failed).toBeNull()
  expect(app.logged().at(-1)).toMatch(/"level":30.*Another off-site backup is running/)
  await backUpWhenDue(app.deps, going())
  expect(tasks()).toMatchObject([{ name: 'off-site' }, { name: 'off-site' }])
})

/** A restic that holds a lock until it is ended, as another machine's does. */
async function lockHolder(app: TestApp) {
  const { env } = app.deps
  // reads from a pipe that stays open
  const holder = spawn('restic', ['backup', '--stdin', '--host', 'other'], {
    env: resticEnv(app),
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  const locks = join(env.BACKUP_REPOSITORY ?? '', 'locks')
  await vi.waitFor(() => expect(readdirSync(locks)).not.toEqual([]), 20_000)
  return {
    async end(signal: NodeJS.Signals) {
      holder.kill(signal)
      await once(holder, 'exit')
    },
  }
}
