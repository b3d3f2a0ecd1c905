import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeCopy } from '#src/domain/backup/local-copies.ts'
import { backUpOffSite } from '#src/domain/backup/off-site.ts'
import { backUpWhenDue } from '#src/domain/backup/schedule.ts'
import { isBackupDue, lateOffSite, offSite } from '#src/domain/backup/state.ts'
import { hours, minutes } from '#src/domain/calendar.ts'
import { rejectApplication } from '#src/domain/review/decide.ts'
import { makeAdmin } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { issueAll } from '../../support/app/documents.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { appWithChild } from '../../support/backup/child-stand-in.ts'
import { going, noteSent, offSiteApp, repositorySettings } from '../../support/backup/off-site.ts'

test('reports a failure in restic’s words, without a stack trace', async () => {
  const { app, settings, send } = await offSiteApp()
  const fake = join(settings.BACKUP_PASSWORD_FILE, '..', 'restic')
  const words = 'Fatal: unable to save: disk quota exceeded\ngithub.com/restic/local.(*Local).Save'
  const script = `[ "$1" = cat ] && echo '{"id":"one"}' && exit\nprintf '${words}\n\t/restic/local.go:153\nruntime.goexit\n\t/go/asm.s:9\n' >&2\nexit 1`
  writeFileSync(fake, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  Object.assign(app.deps.env.resticVariables, { PATH: `${join(fake, '..')}:${process.env.PATH}` })
  await expect(send()).rejects.toThrow(/^unable to save: disk quota exceeded$/)
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

  test('makes a backup at once, then every hour, and within five minutes of a signature or a decision', async () => {
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

  test('makes another backup soon while a document in the last one was not sealed', async () => {
    const { app } = await offSiteApp()
    await submit(app.browser())
    await noteSent(app, { hasUnsealed: true })
    expect(dueAfter(app)).toBeLessThanOrEqual(3)
  })

  test('makes no backup before there is an administrator, because a restore may follow', async () => {
    const app = testApp({ env: repositorySettings() })
    await submit(app.browser())
    expect(isBackupDue(app.deps)).toBe(false)
    expect(lateOffSite(app.deps)).toBeNull()
    await expect(backUpOffSite(app.deps, going())).rejects.toThrow('no administrator')
    await makeAdmin(app)
    expect(isBackupDue(app.deps)).toBe(true)
  })

  test('says on the dashboard that there was no backup for three hours', async () => {
    const { app } = await offSiteApp()
    expect(lateOffSite(app.deps)).toEqual({ last: null })
    await noteSent(app)
    const last = new Date(app.clock.now).toISOString()
    expect(lateOffSite(app.deps)).toBeNull()
    app.clock.now += hours(3)
    expect(lateOffSite(app.deps)).toEqual({ last })
  })
})

test('keeps what a killed child has sent, and why the child ended', async () => {
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

test('lets a due backup wait for one that runs by hand, and reports no failure', async () => {
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
