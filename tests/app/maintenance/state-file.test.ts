import { randomBytes } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { backupDatabase } from '#db/copies.ts'
import { transact } from '#db/transaction.ts'
import { noteHead, stateFile, volumeState } from '#db/volume.ts'
import { storedFindings } from '#src/commands/doctor-data.ts'
import { restore } from '#src/commands/restore.ts'
import { verifyChain } from '#src/domain/audit/chain.ts'
import { recordEvent } from '#src/domain/audit/events.ts'
import { days, hours } from '#src/domain/calendar.ts'
import { followHistory, noteLostEvents, openData } from '#src/domain/maintenance/data-folder.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { runAlone } from '../../support/commands.ts'
import { envOf } from '../../support/env.ts'
import { newFolder } from '../../support/folder.ts'

const APP_KEY = randomBytes(32).toString('base64')
const start = Date.parse('2026-11-20T10:00:00Z')

const open = (DATA_DIR: string, now = start) =>
  openData(envOf({ DATA_DIR, APP_KEY }), 'db/migrations', () => now, { holdsLock: true })

type Opened = ReturnType<typeof open>

function happen(opened: Opened, section: string, at = start) {
  const event = { action: 'company details changed', section } as const
  transact({ ...opened, now: () => at }, (deps) => recordEvent(deps, { kind: 'system' }, event))
}

/** Returns a copy of the folder as a kill at this moment would leave it. */
function killed(folder: string): string {
  const left = newFolder()
  cpSync(folder, left, { recursive: true })
  return left
}

/** Three events in a database that was closed, five more at eleven in its log, all noted; and then a kill. */
function killedWithLog() {
  const folder = newFolder()
  const first = open(folder)
  for (const section of ['a', 'b', 'c']) happen(first, section)
  first.close()
  const second = open(folder)
  for (const section of ['d', 'e', 'f', 'g', 'h']) happen(second, section, start + hours(1))
  noteHead(second.db)
  const left = killed(folder)
  second.close()
  return left
}

const database = (folder: string) => join(folder, 'countersign.db')
const recorded = ({ db }: Opened) =>
  db.sqlite.prepare('select coalesce(section, action) from events order by seq').pluck().all()
const bytes = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^(countersign\.db|volume\.state)$/.test(name))
    .map((name) => readFileSync(join(folder, name)).toString('base64'))

test('stores the head of the history at a clean stop, and says while the process runs that it does', () => {
  const folder = newFolder()
  const opened = open(folder)
  expect(volumeState(folder)).toEqual({ isRunning: true, head: null })
  happen(opened, 'a')
  opened.close()
  const head = { seq: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) }
  expect(volumeState(folder)).toEqual({ isRunning: false, head })
  const again = open(folder)
  expect([again.readAll, again.lost]).toEqual([false, null])
  expect(volumeState(folder)).toEqual({ isRunning: true, head })
  again.close()
  expect(statSync(stateFile(folder)).mode & 0o777).toBe(0o600)
})

describe('a write-ahead log', () => {
  test.each([
    ['removed', 5, (log: string) => rmSync(log)],
    ['cut behind its first frames', 4, (log: string) => truncateSync(log, 32 + 6 * 4120)],
  ])(
    'reports a write-ahead log that was %s, with how many events are missing and since when',
    async (_, most, spoil) => {
      const folder = killedWithLog()
      spoil(`${database(folder)}-wal`)
      const opened = open(folder, start + hours(2))
      expect(opened.readAll).toBe(true)
      expect(opened.lost?.events).toBeGreaterThanOrEqual(most)
      expect([start, start + hours(1)]).toContain(opened.lost?.since)
      expect(recorded(opened).at(-1)).toBe('events lost')
      expect(verifyChain(opened).breaks).toEqual([])
      for (const later of ['i', 'j', 'k', 'l', 'm']) happen(opened, later)
      opened.close()
      const foundAt = async (now: number) =>
        (
          await storedFindings(envOf({ DATA_DIR: folder, APP_KEY }), {
            ...{ source: {}, built: resolve('db'), now: () => now },
          })
        )
          .filter(({ about }) => about === 'lost')
          .map(({ is }) => is)
      expect(await foundAt(start + hours(3))).toEqual(['wrong'])
      expect(await foundAt(start + hours(27))).toEqual([])
      const again = open(folder)
      expect(again.lost).toBeNull()
      again.close()
    },
  )

  test('recovers everything from a write-ahead log that is present, and reports no loss', () => {
    const opened = open(killedWithLog())
    expect([opened.readAll, opened.lost]).toEqual([true, null])
    expect(recorded(opened)).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
    opened.close()
  })
})

describe('a database other than the one that was here', () => {
  const refused = (folder: string, words: string) => {
    const before = bytes(folder)
    let said = ''
    try {
      open(folder).close()
    } catch (error) {
      said = String(error)
    }
    expect(said).toContain(words)
    expect(said).not.toContain('\n')
    expect(bytes(folder)).toEqual(before)
  }

  function closed(count: number) {
    const folder = newFolder()
    const opened = open(folder)
    for (let at = 0; at < count; at += 1) happen(opened, `event ${at}`)
    opened.close()
    return folder
  }

  test.each([3, 9])(
    'refuses a database of another history, of %i events, in one line, and changes nothing',
    (count) => {
      const folder = closed(6)
      cpSync(database(closed(count)), database(folder))
      refused(folder, 'is not the database that was here')
      rmSync(stateFile(folder))
      open(folder).close()
    },
  )

  test('refuses an older copy that somebody put in place after a clean stop, and changes nothing', () => {
    const folder = closed(3)
    const copy = killed(folder)
    const opened = open(folder)
    happen(opened, 'later')
    opened.close()
    cpSync(database(copy), database(folder))
    refused(folder, 'its history ends at event 3, and it does not contain event 4 as')
  })
})

describe('a restore', () => {
  test('leaves a matching state file after a restore, and a history that records it', async () => {
    const folder = newFolder()
    const opened = open(folder)
    happen(opened, 'a')
    const copy = await backupDatabase(opened.db, join(folder, 'copies'), start)
    happen(opened, 'b')
    const now = start + days(10)
    opened.close()
    await runAlone(restore, { DATA_DIR: folder, APP_KEY }, [copy], () => now)
    const restored = open(folder, now)
    expect([restored.readAll, restored.lost]).toEqual([false, null])
    expect(recorded(restored)).toEqual(['a', 'database restored'])
    restored.close()
  })
})

describe('a submit or a decision', () => {
  const lastEvent = (app: TestApp) => {
    const { seq, hash } = (app.dump().events ?? []).at(-1) as { seq: number; hash: string }
    return { isRunning: true, head: { seq, hash } }
  }
  const soon = () => new Promise((done) => setImmediate(done))

  test('writes a submit or a decision to the state file at once, and other events at the next start', async () => {
    const app = testApp()
    await adminBrowser(app)
    followHistory(app.deps)
    expect(volumeState(app.deps.env.DATA_DIR)).toEqual(lastEvent(app))
    const id = await submit(app.browser())
    await soon()
    expect(volumeState(app.deps.env.DATA_DIR)).toEqual(lastEvent(app))
    const admin = await adminBrowser(app)
    const decided = await admin.patch(`/api/applications/${id}/approve`, { customerCode: 'C-1' })
    expect(decided.status).toBe(200)
    await soon()
    expect(volumeState(app.deps.env.DATA_DIR)).toEqual(lastEvent(app))
  })
})

test('reports lost events on the dashboard for a day', async () => {
  const app = testApp()
  const lost = { events: 4, since: app.clock.now, head: { seq: 9, hash: 'f' } }
  app.clock.now += hours(1)
  noteLostEvents(app.deps, lost)
  const words = 'at least 4 events after 20 November 2026 at 10:00 GMT are missing'
  const dashboard = async () => (await (await adminBrowser(app)).get('/admin/dashboard')).text
  expect(await dashboard()).toContain(words)
  app.clock.now += days(1)
  expect(await dashboard()).not.toContain(words)
})
