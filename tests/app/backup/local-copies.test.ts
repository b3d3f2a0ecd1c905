import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
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
})
