import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test, vi } from 'vitest'
import { repository } from '#src/commands/doctor-data.ts'
import { person } from '#src/commands/person.ts'
import { backUpOffSite } from '#src/domain/backup/off-site.ts'
import { installationTag, openRepository, saveSnapshot } from '#src/domain/backup/restic.ts'
import { backUpWhenDue } from '#src/domain/backup/schedule.ts'
import { offSite } from '#src/domain/backup/state.ts'
import { days, hours, minutes } from '#src/domain/calendar.ts'
import { keyRing } from '#src/security/keys.ts'
import { submit } from '../../support/app/applicants.ts'
import { email } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import {
  going,
  hasRestic,
  offSiteApp,
  password,
  restic,
  resticEnv,
} from '../../support/backup/off-site.ts'
import { run } from '../../support/commands.ts'

describe.skipIf(!hasRestic)('an off-site backup', () => {
  test('backs up the whole database under a fixed name, host and tags, and restic alone restores it', async () => {
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

  test('leaves no copy of an off-site backup, and no readable password or data at either end', async () => {
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

  test('reports a failure in restic’s words without a secret, and continues once it is fixed', async () => {
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

  test('sends no backup to a new or different repository when the known one is gone', async () => {
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

  test('creates the repository where there is none', async () => {
    const { app, settings } = await offSiteApp()
    rmSync(settings.BACKUP_REPOSITORY, { recursive: true })
    mkdirSync(settings.BACKUP_REPOSITORY)
    const { id, sent } = await backUpOffSite(app.deps, going())
    expect(id).toBe(JSON.parse(restic(app, 'cat', 'config')).id)
    expect(sent.bytes).toBeGreaterThan(0)
  })

  test('runs one off-site backup at a time, and refuses a second one without storing a failure', async () => {
    const { app } = await offSiteApp()
    const first = backUpOffSite(app.deps, going())
    await expect(backUpOffSite(app.deps, going())).rejects.toThrow('is running')
    expect((await first).failed).toBeNull()
  })
})

describe.skipIf(!hasRestic)('removing old off-site backups', () => {
  async function aged(app: TestApp, age: number) {
    const { env } = app.deps
    await openRepository(env, null, going())
    const path = join(env.DATA_DIR, 'countersign.db')
    const madeAt = app.clock.now - age
    const installation = installationTag(app.deps)
    await saveSnapshot(env, { path, installation, head: null, madeAt }, going())
  }

  test('removes backups older than 37 days once a day, and never the newest', async () => {
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

  test('leaves the removal of backups to the server: a backup by hand removes nothing', async () => {
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

  test('completes a backup although nobody may delete old ones in the repository', async () => {
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

  test('removes at once every backup that still holds an erased person', async () => {
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
      '2 off-site backups were removed after a new one was made.',
    )
    expect(await snapshots()).toHaveLength(1)
    expect(await run(app, person, 'backups')).toEqual([])
  })
})

test.skipIf(!hasRestic)(
  'runs due work in children, one after the other, and one failure stops no other',
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

/** An app whose child is the real command line, which needs the key. */
async function keyedOffSiteApp() {
  const { settings, ...rest } = await offSiteApp(
    { APP_KEY: Buffer.alloc(32, 7).toString('base64') },
    { keys: keyRing([Buffer.alloc(32, 7)]), cli: join(inject('children'), 'cli.js') },
  )
  Object.assign(rest.app.deps.env.childVariables, settings)
  // A child uses the clock of the machine.
  rest.app.clock.now = Date.now()
  return { settings, ...rest }
}

/** A restic that holds a lock until it is ended, as another machine's does. */
async function lockHolder(app: TestApp) {
  const { env } = app.deps
  // Restic reads from a pipe that stays open.
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
