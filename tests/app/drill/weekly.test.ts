import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateX25519Identity } from 'age-encryption'
import { describe, expect, test } from 'vitest'
import { drillFindings } from '#src/commands/doctor/drill.ts'
import { keepDrill, keptDrills } from '#src/domain/drill/kept-drills.ts'
import { drillWhenDue, startDrills } from '#src/domain/drill/schedule.ts'
import { tellOfDrills } from '#src/domain/drill/tell.ts'
import { days, hours } from '#src/domain/durations.ts'
import { adminBrowser } from '../../support/app/admins.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { type DrillSite, drillFiles, drillSite } from '../../support/backup/drill-site.ts'

const never = new AbortController().signal

const look = ({ app }: DrillSite, stopping = never) => drillWhenDue(app.deps, drillFiles, stopping)
const kept = ({ app }: DrillSite) => keptDrills(app.deps.db, app.deps.env)
const finding = ({ app: { deps } }: DrillSite) => drillFindings(deps.db, deps.env, deps.now())[0]
const emails = ({ app }: DrillSite) => emailsOf(app, 'drill-failed')
const actions = ({ app }: DrillSite) =>
  app.deps.db.sqlite
    .prepare("select action from events where action like 'recovery drill%' order by seq")
    .pluck()
    .all()
const notice = async ({ app }: DrillSite) =>
  /<p class="notice notice-warn" role="status">([^<]*drill.*?)<\/p>/
    .exec((await (await adminBrowser(app)).get('/admin/dashboard')).text)?.[1]
    ?.replace(/<!-- -->/g, '') ?? null

/** What a drill that held has found. */
const heldDrill = {
  ...{ copy: 'countersign-2026-11-20T10-00-00-000Z.db', madeAt: 0, bytes: 1 },
  ...{ events: 1, documents: 1, tables: [] },
  took: { fetching: 0, pages: 0, history: 0, documents: 0, comparing: 0 },
}

/** A site whose newest copy has reached the second place, as the server notes it. */
async function sentSite(env: Record<string, string> = {}) {
  const site = await drillSite(env)
  await site.sendAndNote()
  return site
}

test('a drill runs a week after the last one that held, not before, and each is in the history', async () => {
  const site = await sentSite()
  await look(site)
  expect(kept(site)?.held).toMatchObject({ at: site.app.clock.now, documents: 1 })
  expect(actions(site)).toEqual(['recovery drill held'])
  site.app.clock.now += days(6)
  await look(site)
  expect(actions(site)).toHaveLength(1)
  site.app.clock.now += days(1)
  await look(site)
  expect(actions(site)).toHaveLength(2)
  expect(finding(site)).toMatchObject({ is: 'ok', words: expect.stringContaining('held was on') })
  expect(await notice(site)).toBeNull()
  expect(emails(site)).toEqual([])
})

test('nothing runs before a copy has arrived, or while the server stops', async () => {
  const site = await drillSite()
  await look(site)
  expect(actions(site)).toEqual([])
  await site.sendAndNote()
  await look(site, AbortSignal.abort())
  expect(actions(site)).toEqual([])
})

describe('a drill that fails', () => {
  test('is told by email, on the dashboard and by doctor, and runs again the next day', async () => {
    const site = await sentSite()
    const other = await generateX25519Identity()
    writeFileSync(site.identityFile, other)
    await look(site)
    expect(actions(site)).toEqual(['recovery drill failed'])
    expect(emails(site)).toMatchObject([
      { reason: expect.stringContaining('does not open'), last: null },
    ])
    expect(finding(site)).toMatchObject({
      is: 'wrong',
      words: expect.stringContaining('The private key does not open'),
    })
    expect(await notice(site)).toContain('The last recovery drill failed')

    site.app.clock.now += hours(20)
    await look(site)
    expect(actions(site)).toHaveLength(1)
    writeFileSync(site.identityFile, site.identity)
    site.app.clock.now += hours(4)
    await look(site)
    expect(actions(site)).toEqual(['recovery drill failed', 'recovery drill held'])
    expect(await notice(site)).toBeNull()
    expect(finding(site)?.is).toBe('ok')
  })

  test('is told once a week for the same reason, and at once for another', async () => {
    const { app } = await drillSite()
    const failsWith = async (failed: string) => {
      await keepDrill(app.deps, { failed })
      await tellOfDrills(app.deps)
      app.clock.now += days(1)
    }
    for (let day = 1; day <= 7; day += 1) await failsWith(`countersign-2026-11-0${day} is cut`)
    expect(emailsOf(app, 'drill-failed')).toHaveLength(1)
    await failsWith('countersign-2026-11-08 is cut')
    expect(emailsOf(app, 'drill-failed')).toHaveLength(2)
    await failsWith('There is no copy')
    expect(emailsOf(app, 'drill-failed')).toMatchObject([{}, {}, { reason: 'There is no copy' }])
  })
})

test('without the private key it is due by hand, and overdue after eight days', async () => {
  const site = await sentSite({ BACKUP_IDENTITY_FILE: '' })
  await look(site)
  expect(actions(site)).toEqual([])
  expect(await notice(site)).toContain('somebody has to run it')
  expect(finding(site)).toMatchObject({
    is: 'think',
    words: expect.stringContaining('run "drill" every week, or set BACKUP_IDENTITY_FILE'),
  })
  expect(emails(site)).toEqual([])
  site.app.clock.now += days(9)
  await look(site)
  expect(emails(site)).toMatchObject([{ reason: expect.stringContaining('eight days') }])
  await site.sendAndNote()
  await site.drillByHand()
  expect(await notice(site)).toBeNull()
  expect(finding(site)?.is).toBe('ok')
})

test('a private key that was mistyped, or is another one, is no result', async () => {
  const site = await sentSite({ BACKUP_IDENTITY_FILE: '' })
  await expect(site.drillByHand(() => 'AGE-SECRET-KEY-1QQQ')).rejects.toThrow('not a private key')
  const other = await generateX25519Identity()
  await expect(site.drillByHand(() => other)).rejects.toThrow('does not open')
  expect(kept(site)).toMatchObject({ held: null, failed: null })
  expect(actions(site)).toEqual([])
})

test('another target has no drill of the one before', async () => {
  const site = await sentSite()
  await keepDrill(site.app.deps, heldDrill)
  site.app.deps.env.BACKUP_TARGET = { kind: 'folder', path: join(site.disk, 'other') }
  expect(kept(site)).toMatchObject({ held: null, failed: null })
  await look(site)
  expect(actions(site)).toHaveLength(1)
})

test('a clock that was set back runs the drill again, and says nothing', async () => {
  const site = await sentSite()
  await keepDrill(site.app.deps, heldDrill)
  site.app.clock.now -= days(3)
  await site.sendAndNote()
  await look(site)
  expect(actions(site)).toEqual(['recovery drill held', 'recovery drill held'])
  expect(emails(site)).toEqual([])
})

test('drills that were stopped begin no more, and a drill that was cut off has no result', async () => {
  const site = await sentSite()
  const drills = startDrills(site.app.deps, drillFiles)
  site.app.deps.drill.begin?.()
  await drills.stop()
  expect(actions(site)).toEqual([])
  expect(site.app.deps.drill).toEqual({ begin: null, since: null })
})

test('the opened copy of a command that was killed goes within the hour', async () => {
  const site = await drillSite()
  const left = join(site.app.deps.env.DATA_DIR, 'backups', 'drill')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'countersign.db.partial'), 'opened')
  await look(site)
  expect(existsSync(left)).toBe(false)
})

test('a lock that cannot be opened does not keep the server from starting', async () => {
  const { app } = await drillSite()
  mkdirSync(join(app.deps.env.DATA_DIR, 'backups', 'drill.lock'), { recursive: true })
  const drills = startDrills(app.deps, drillFiles)
  await drills.stop()
})
