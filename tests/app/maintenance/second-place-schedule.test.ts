import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { applications } from '#db/schema/applications.ts'
import { hours, minutes } from '#src/domain/durations.ts'
import { backUpWhenDue } from '#src/domain/maintenance/schedule.ts'
import { outliveSentCopy, secondPlace } from '#src/domain/maintenance/second-place.ts'
import {
  lateAtSecondPlace,
  sendWhenDue,
  startSending,
} from '#src/domain/maintenance/send-copies.ts'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { addCertificate } from '../../support/app/issued-documents.ts'
import { insertRow } from '../../support/app/listed-rows.ts'
import { testApp } from '../../support/app/test-app.ts'
import { freeSpace } from '../../support/backup/free-space.ts'

const childPath = join(inject('children'), 'backup-child.js')

/** A server whose copies go to a folder every hour. */
function appWithFolder() {
  const app = testApp({ env: { BACKUP_TARGET: '/will-be-replaced' } })
  const { DATA_DIR } = app.deps.env
  const disk = join(DATA_DIR, 'disk')
  mkdirSync(disk)
  app.deps.env.BACKUP_TARGET = { kind: 'folder', path: disk }
  insertRow(app, 'Sample Ltd', null, null)
  const at = (time: string) => {
    app.clock.now = Date.parse(`2026-11-20T${time}Z`)
  }
  return {
    ...app,
    at,
    disk,
    sending: join(DATA_DIR, 'backups', 'sending'),
    /** The times of the copies that arrived. */
    arrived: () => readdirSync(disk).map((name) => name.slice(23, 28).replace('-', ':')),
    send: (stopping = new AbortController().signal) => sendWhenDue(app.deps, childPath, stopping),
    local: () =>
      readdirSync(join(DATA_DIR, 'backups')).filter((name) => name.startsWith('countersign-')),
  }
}

test('a copy is made for the second place every hour, and does not stay beside the database', async () => {
  const { at, send, arrived, sending, local } = appWithFolder()
  for (const time of ['10:00:00', '10:30:00', '10:59:00', '11:00:00', '11:59:29', '12:00:10']) {
    at(time)
    await send()
  }
  expect(arrived()).toEqual(['10:00', '11:00', '12:00'])
  expect(existsSync(sending)).toBe(false)
  expect(local()).toEqual([])
})

test('a copy that the server keeps goes to the second place too, and counts there', async () => {
  const { deps, at, send, arrived } = appWithFolder()
  await send()
  at('10:20:00')
  await backUpWhenDue(deps)
  at('10:21:00')
  await send()
  expect(arrived()).toEqual(['10:00', '10:20'])
  at('11:00:00')
  await send()
  expect(arrived()).toEqual(['10:00', '10:20'])
  at('11:20:00')
  await send()
  expect(arrived()).toEqual(['10:00', '10:20', '11:20'])
})

test('a copy goes at once when a certificate was made that seals documents', async () => {
  const app = appWithFolder()
  await app.send()
  app.at('10:01:00')
  await app.send()
  expect(app.arrived()).toEqual(['10:00'])
  addCertificate(app, 'new')
  app.at('10:02:00')
  await app.send()
  app.at('10:03:00')
  await app.send()
  expect(app.arrived()).toEqual(['10:00', '10:02'])
})

test('a fresh copy goes at once when the database was restored or has another key', async () => {
  const { deps, at, send, arrived } = appWithFolder()
  await send()
  at('10:05:00')
  await backUpWhenDue(deps)
  outliveSentCopy(deps.env)
  at('10:10:00')
  await send()
  at('10:11:00')
  await send()
  expect(arrived()).toEqual(['10:00', '10:10'])
})

test('after a failure a fresh copy is made', async () => {
  const { at, disk, send, arrived, sending } = appWithFolder()
  rmSync(disk, { recursive: true })
  expect(await send()).toBe(true)
  expect(existsSync(sending)).toBe(false)
  mkdirSync(disk)
  at('10:10:00')
  expect(await send()).toBe(false)
  expect(arrived()).toEqual(['10:10'])
})

test('without enough free space nothing is made, and the reason is kept', async () => {
  const { deps, send, sending } = appWithFolder()
  freeSpace(1024 * 1024)
  await send()
  expect(existsSync(sending)).toBe(false)
  expect(secondPlace(deps.env)?.failed?.reason).toMatch(/^\d+ MiB more have to be free in /)
})

test('a server that is stopping makes no copy, and ends one that it is making', async () => {
  const { deps, send, disk, sending } = appWithFolder()
  await sendWhenDue({ ...deps, draining: () => true }, childPath, new AbortController().signal)
  expect(readdirSync(disk)).toEqual([])
  const stopping = new AbortController()
  const ended = send(stopping.signal)
  stopping.abort()
  expect(await ended).toBe(false)
  expect(readdirSync(disk)).toEqual([])
  expect(existsSync(sending)).toBe(false)
  expect(secondPlace(deps.env)?.failed).toBeNull()
})

test('a start removes the copy that a kill left', async () => {
  const { deps, sending } = appWithFolder()
  mkdirSync(sending, { recursive: true })
  writeFileSync(join(sending, 'countersign-2026-11-20T09-00-00-000Z.db'), 'left over')
  const { stop } = startSending(deps, childPath)
  await vi.waitFor(() => expect(existsSync(sending)).toBe(false))
  await stop()
})

test('copies made under a clock that was ahead keep none from going', async () => {
  const { at, send, arrived } = appWithFolder()
  at('20:00:00')
  await send()
  at('11:00:00')
  await send()
  at('11:01:00')
  await send()
  expect(arrived()).toEqual(['11:00', '20:00'])
})

test('a note of the second place that a power cut emptied is made anew', async () => {
  const { deps, send, arrived } = appWithFolder()
  mkdirSync(join(deps.env.DATA_DIR, 'backups'))
  writeFileSync(join(deps.env.DATA_DIR, 'backups', 'second-place.json'), '')
  expect(await send()).toBe(false)
  expect(arrived()).toEqual(['10:00'])
  expect(secondPlace(deps.env)?.sent?.at).toBe(deps.now())
})

test('a target that is set and gets nothing for an hour is late', async () => {
  const { deps, clock } = appWithFolder()
  await startSending(deps, childPath).stop()
  expect(lateAtSecondPlace(deps)).toBeNull()
  clock.now += minutes(61)
  expect(lateAtSecondPlace(deps)).toEqual({ last: null })
})

test('a database that nobody has used yet is not sent, because the one to restore would no longer be the newest', async () => {
  const app = appWithFolder()
  const { deps, clock, arrived, send, logged } = app
  deps.db.orm.delete(applications).run()
  await makeAdmin(app)
  await startSending(deps, childPath).stop()
  expect(logged().filter((line) => line.includes('until somebody has signed in'))).toHaveLength(1)
  await send()
  clock.now += hours(2)
  expect([arrived(), lateAtSecondPlace(deps)]).toEqual([[], null])
  await app.browser().post('/api/admin/login', reviewer)
  await send()
  expect(arrived()).toEqual(['12:00'])
})

test('a database that cannot be read keeps a copy from going, and does not end the server', async () => {
  const { deps, send, logged } = appWithFolder()
  deps.db.sqlite.exec('alter table applications rename to unreadable')
  expect(await send()).toBe(true)
  expect(logged().join()).toContain('the backup did not reach the second place')
})

test('a failure is tried again after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { deps, logged } = appWithFolder()
  freeSpace(1)
  const failures = () => logged().filter((line) => line.includes('did not reach')).length
  const { stop } = startSending(deps, childPath)
  vi.advanceTimersByTime(minutes(1))
  await vi.waitFor(() => expect(failures()).toBe(1))
  let minute = 0
  await vi.waitFor(() => {
    minute += 1
    vi.advanceTimersByTime(minutes(1))
    expect(failures()).toBe(2)
  })
  expect(minute).toBeGreaterThanOrEqual(10)
  await stop()
})
