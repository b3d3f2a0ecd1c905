import { appendFileSync, readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { backupDatabase, checkDatabase } from '#db/copies.ts'
import { takeLock } from '#db/lock.ts'
import { openForReading } from '#db/open.ts'
import { keys } from '#src/commands/keys.ts'
import { restore } from '#src/commands/restore.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { backupsOf, makeCopy } from '#src/domain/backup/local-copies.ts'
import { backUpWhenDue } from '#src/domain/backup/schedule.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { startDraft } from '../../support/app/applicants.ts'
import { setClock } from '../../support/app/passing-time.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { appWithChild } from '../../support/backup/child-stand-in.ts'
import { environmentOf, keyedApp, runAlone } from '../../support/commands.ts'
import { newFolder } from '../../support/folder.ts'

const minute = 60 * 1000
const hour = 60 * minute

const never = new AbortController().signal

const copiesOf = ({ deps }: TestApp) =>
  readdirSync(backupsOf(deps.env)).filter((name) => name.endsWith('.db'))

test('makes a copy when the newest is six hours old, however often the server was started since', async () => {
  const { app, tasks } = await appWithChild('return [{ path: "a copy", removed: 0 }]')
  await makeCopy(app.deps, true)
  app.clock.now += 5 * hour
  await backUpWhenDue(app.deps, never)
  expect(tasks()).toEqual([])
  app.clock.now += hour
  await backUpWhenDue(app.deps, never)
  expect(tasks()).toEqual([{ name: 'copy', removesOld: true }])
  expect(app.logged().at(-1)).toMatch(/"path":"a copy".*database backed up/)
})

test('makes a failed copy again after ten minutes, and logs why it failed', async () => {
  const { app, tasks } = await appWithChild('throw new Error("The disk is away")')
  const attempts = async () => {
    await backUpWhenDue(app.deps, never)
    return tasks().length
  }
  expect(await attempts()).toBe(1)
  expect(app.logged().at(-1)).toMatch(/The disk is away.*the backup failed/)
  app.clock.now += 9 * minute
  expect(await attempts()).toBe(1)
  app.clock.now += minute
  expect(await attempts()).toBe(2)
})

test('reports a killed child as a failure, and the next one does its work', async () => {
  const { app, tasks, become } = await appWithChild('process.kill(process.pid, "SIGKILL")')
  await backUpWhenDue(app.deps, never)
  expect(app.logged().at(-1)).toMatch(/\\"copy\\" ended with SIGKILL.*the backup failed/)
  become('return [{ path: "a copy", removed: 0 }]')
  app.clock.now += 10 * minute
  await backUpWhenDue(app.deps, never)
  expect(tasks()).toHaveLength(2)
  expect(app.logged().at(-1)).toContain('database backed up')
})

test('makes a complete copy of everything acknowledged before it, while people write', async () => {
  const app = testApp()
  const before = await startDraft(app.browser())
  let isMaking = true
  const writing = (async () => {
    let drafts = 0
    for (; isMaking; drafts += 1) {
      await startDraft(app.browser())
      await setImmediate()
    }
    return drafts
  })()
  const copy = await backupDatabase(app.deps.db, newFolder(), app.clock.now)
  isMaking = false
  expect(await writing).toBeGreaterThan(0)
  await checkDatabase(copy)
  const db = openForReading(copy)
  expect(db.sqlite.prepare('select id from applications').pluck().all()).toContain(before)
  expect(verifyChain({ ...app.deps, db }).breaks).toEqual([])
  db.sqlite.close()
})

test('refuses a restore and a change of the key while a server runs, and a restore of a changed copy', async () => {
  const app = keyedApp()
  await startDraft(app.browser())
  const copy = await backupDatabase(app.deps.db, newFolder(), app.clock.now)
  const env = environmentOf(app.deps.env.DATA_DIR)
  const { APP_KEY: key } = env
  const before = app.dump()
  const release = takeLock(env.DATA_DIR)
  const rotation = await runAlone(keys, { ...env, APP_KEY: '', APP_KEYS: `${key},${key}` }, [
    'rotate',
  ])
  for (const { error } of [await runAlone(restore, env, [copy]), rotation])
    expect(String(error)).toContain('is in use')
  release()
  appendFileSync(copy, 'x')
  const { error } = await runAlone(restore, env, [copy])
  expect(String(error)).toContain('does not match')
  expect(app.dump()).toEqual(before)
})

test('removes old backups only when the server asks, which it does not while its clock may be wrong', async () => {
  const { app, tasks } = await appWithChild('return [{ path: "a copy", removed: 0 }]')
  await backUpWhenDue(app.deps, never)
  setClock(app, 2 * hour)
  await backUpWhenDue(app.deps, never)
  expect(tasks()).toEqual([
    { name: 'copy', removesOld: true },
    { name: 'copy', removesOld: false },
  ])
})

test('removes no old copy when a copy is made without permission to remove', async () => {
  const app = testApp()
  await makeCopy(app.deps, false)
  app.clock.now += 100 * 24 * hour
  await makeCopy(app.deps, false)
  expect(copiesOf(app)).toHaveLength(2)
  app.clock.now += 1
  await makeCopy(app.deps, true)
  expect(copiesOf(app)).toHaveLength(2)
})

describe('the dashboard', () => {
  const notice = async (app: TestApp) =>
    /<p class="notice notice-warn" role="status">(.*?)<\/p>/.exec(
      (await (await adminBrowser(app)).get('/admin/dashboard')).text,
    )?.[1] ?? null

  test('says on the dashboard that the last copy is too old, and when it was made', async () => {
    const app = testApp()
    await makeCopy(app.deps, true)
    const folder = join(app.deps.env.DATA_DIR, 'backups')
    const [copy = ''] = readdirSync(folder).filter((name) => name.endsWith('.db'))
    utimesSync(join(folder, copy), app.clock.now / 1000, app.clock.now / 1000)
    app.clock.now += 24 * hour
    expect(await notice(app)).toBeNull()
    app.clock.now += 1
    expect(await notice(app)).toContain('The last backup was made on 20 November 2026 at 10:00.')
    await makeCopy(app.deps, true)
    expect(await notice(app)).toBeNull()
  })
})
