import { readdirSync, utimesSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { backupDatabase, copying } from '#db/copies.ts'
import { openForReading } from '#db/open.ts'
import { copyWhenDue } from '#src/domain/backup/schedule.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const hour = 60 * 60 * 1000

test('a copy is made when the newest is six hours old, however often the server was started since', async () => {
  const app = testApp()
  const folder = join(app.deps.env.DATA_DIR, 'backups')
  const copies = () => readdirSync(folder).filter((name) => name.endsWith('.db'))
  await copyWhenDue(app.deps)
  expect(copies()).toHaveLength(1)
  const [first = ''] = copies()
  utimesSync(join(folder, first), app.clock.now / 1000, app.clock.now / 1000)

  app.clock.now += 5 * hour
  await copyWhenDue(app.deps)
  expect(copies()).toHaveLength(1)

  app.clock.now += hour
  await copyWhenDue(app.deps)
  expect(copies()).toHaveLength(2)
})

test('a copy by another process comes to its end while people write without a pause', async () => {
  const app = testApp()
  const { sqlite, path } = app.deps.db
  const write = sqlite.prepare(
    "insert into notes (application, admin, text, at) values ('A', 'reviewer', ?, 0)",
  )
  for (let at = 0; at < 100; at += 1) write.run('x'.repeat(50_000))
  let going = true
  const writing = (async () => {
    while (going) {
      write.run('y')
      await setImmediate()
    }
  })()
  const beside = openForReading(path)
  const folder = join(app.deps.env.DATA_DIR, 'copies')
  const copy = await backupDatabase(beside, folder, app.clock.now, () => copying.inOneGo)
  going = false
  await writing
  beside.sqlite.close()
  expect(readdirSync(folder)).toEqual([basename(copy), `${basename(copy)}.sha256`])
})

describe('the dashboard', () => {
  const notice = async (app: TestApp) =>
    /<p class="notice notice-warn" role="status">(.*?)<\/p>/.exec(
      (await (await adminBrowser(app)).get('/admin/dashboard')).text,
    )?.[1] ?? null

  test('says that the last copy is too old, and when it was made', async () => {
    const app = testApp()
    await copyWhenDue(app.deps)
    const folder = join(app.deps.env.DATA_DIR, 'backups')
    const [copy = ''] = readdirSync(folder).filter((name) => name.endsWith('.db'))
    utimesSync(join(folder, copy), app.clock.now / 1000, app.clock.now / 1000)
    app.clock.now += 24 * hour
    expect(await notice(app)).toBeNull()
    app.clock.now += 1
    expect(await notice(app)).toContain('The last backup was made on 20 November 2026 at 10:00.')
    await copyWhenDue(app.deps)
    expect(await notice(app)).toBeNull()
  })

  test('says that there is none, once the database is older than a day', async () => {
    const app = testApp()
    const made = Date.now()
    app.clock.now = made + 23 * hour
    expect(await notice(app)).toBeNull()
    app.clock.now = made + 25 * hour
    expect(await notice(app)).toContain('No backup has been made yet.')
  })
})
