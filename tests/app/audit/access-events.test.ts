import { describe, expect, test } from 'vitest'
import { transact } from '#db/transaction.ts'
import { accessRecorded, closeAccessLog, removeOldAddresses } from '#src/domain/audit/access-log.ts'
import { describeBreak, verifyChain } from '#src/domain/audit/chain.ts'
import { days, minutes } from '#src/domain/calendar.ts'
import { createApiKey } from '#src/domain/integrations/api-keys.ts'
import { eraseApplication } from '#src/domain/privacy/erase.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { stored, submit } from '../../support/app/applicants.ts'
import { email, invited, signedIn } from '../../support/app/clients.ts'
import { review } from '../../support/app/review.ts'
import { tamper } from '../../support/app/tamper.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'
import { signedInAdmin, withKey } from '../../support/integrations.ts'

/** Who did what from where, in the order it was recorded. */
async function accessOf(app: TestApp): Promise<string[]> {
  await accessRecorded(app.deps)
  return app.deps.db.sqlite
    .prepare(
      `select actor_kind || ' ' || actor || ': ' || action || coalesce(' from ' || address, '')
      from events left join event_changes on event = seq
      where section = 'access' order by seq`,
    )
    .pluck()
    .all() as string[]
}

const breaksOf = ({ deps }: TestApp) => verifyChain(deps).breaks.map(describeBreak)

describe('a list that is read', () => {
  /** How many applications each event says were shown. */
  async function shownIn(app: TestApp): Promise<number[]> {
    await accessRecorded(app.deps)
    return app.deps.db.sqlite
      .prepare(
        `select cast(json_extract(changes, '$[1].after') as integer) from events join event_changes on event = seq
        where action = 'list read' order by seq`,
      )
      .pluck()
      .all() as number[]
  }

  async function withFive() {
    const app = testApp()
    for (let n = 1; n <= 5; n++)
      await submit(app.browser(), { mainEmail: `${n}@example.com`, businessName: `Number ${n}` })
    return { app, admin: await adminBrowser(app) }
  }

  test('records one event at once for a list that is read, with how many applications were shown', async () => {
    const { app, admin } = await withFive()
    await admin.get('/admin/dashboard')
    await admin.get('/api/applications')
    await admin.get('/api/applications/recent-updates')
    expect(await shownIn(app)).toEqual([5])
    expect(await accessOf(app)).toEqual(['admin reviewer: list read from 127.0.0.1'])
    expect(breaksOf(app)).toEqual([])
  })

  test('records another event when the hour is over, counting each application shown since once', async () => {
    const { app, admin } = await withFive()
    const first = (await admin.get('/api/applications?limit=2')).json
    expect(await shownIn(app)).toEqual([2])
    await admin.get(`/api/applications?limit=2&cursor=${first?.nextCursor}`)
    await admin.get('/api/applications?limit=4')
    expect(await shownIn(app)).toEqual([2])
    app.clock.now += minutes(20)
    await admin.get('/admin/dashboard?search=nothing+like+it')
    app.clock.now += minutes(25)
    await admin.get('/api/admin/me')
    app.clock.now += minutes(15)
    await admin.get('/api/applications?limit=1')
    expect(await shownIn(app)).toEqual([2, 3, 1])
  })

  test('counts read lists for each session and each key', async () => {
    const { app, admin } = await withFive()
    const { key } = createApiKey(app.deps, await signedInAdmin(app), 'ERP')
    const readers = [admin, await adminBrowser(app), withKey(app.browser(), key)]
    for (const reader of readers) await reader.get('/api/applications?limit=3')
    expect(await shownIn(app)).toEqual([3, 3, 3])
  })

  test('records what was read before the server stops', async () => {
    const { app, admin } = await withFive()
    await admin.get('/api/applications?limit=2')
    await accessRecorded(app.deps)
    await admin.get('/api/applications')
    await closeAccessLog(app.deps)
    expect(await shownIn(app)).toEqual([2, 3])
  })

  test('records no event when a list shows nothing', async () => {
    const app = testApp()
    await (await adminBrowser(app)).get('/admin/dashboard')
    expect(await accessOf(app)).toEqual([])
  })
})

test('records with the address what an administrator reads, downloads and removes', async () => {
  const { app, id, admin } = await review()
  await admin.get(`/api/applications/${id}`)
  await admin.get(`/admin/applications/${id}`)
  await admin.get(`/api/applications/${id}/directors`)
  await admin.get(`/api/applications/${id}/pdf`)
  await admin.get('/api/applications/export')
  await admin.get('/api/applications/none')
  await admin.post('/api/admin/logout')
  const each = ['record read', 'record read', 'record read', 'document read']
  expect(await accessOf(app)).toEqual(
    [...each, 'list exported', 'signed out'].map(
      (action) => `admin reviewer: ${action} from 127.0.0.1`,
    ),
  )
  expect(breaksOf(app)).toEqual([])
})

test('records sign-ins and sign-outs, but not what somebody typed as a name', async () => {
  const app = testApp()
  await makeAdmin(app)
  const browser = app.browser()
  await browser.post('/api/admin/login', { ...reviewer, password: 'wrong' })
  await browser.post('/api/admin/login', { username: 'my secret password', password: 'wrong' })
  await accessRecorded(app.deps)
  await browser.post('/api/admin/login', reviewer)
  await browser.post('/api/admin/logout')
  await browser.post('/api/admin/logout')
  expect(await accessOf(app)).toEqual([
    'admin reviewer: sign-in failed from 127.0.0.1',
    'stranger stranger: sign-in failed from 127.0.0.1',
    'admin reviewer: signed in from 127.0.0.1',
    'admin reviewer: signed out from 127.0.0.1',
  ])
  expect(JSON.stringify(app.dump())).not.toContain('my secret password')
})

test('records a customer’s reads, without a word in the history or the recent updates', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  await browser.post('/api/client/logout')
  await browser.post('/api/client/login', { email, password: 'wrong' })
  expect(await accessOf(app)).toEqual([
    'client account 1: signed in from 127.0.0.1',
    'client account 1: signed out from 127.0.0.1',
    'client account 1: sign-in failed from 127.0.0.1',
  ])
  const admin = await adminBrowser(app)
  const record = await admin.get(`/api/applications/${id}`)
  expect(record.text).not.toMatch(/signed (in|out)/)
  const updates = await admin.get('/api/applications/recent-updates')
  expect(updates.text).not.toContain('signed in')
  expect(updates.json).toMatchObject([{ id, summary: 'Set a password for the portal' }])
})

test('stops recording failures one by one beyond a limit', async () => {
  const app = testApp({ limitFactor: 0.01 })
  for (let at = 0; at < 6; at++) {
    const given = { username: `nobody ${at}`, password: 'wrong' }
    await app.browser(`203.0.113.${at}`).post('/api/admin/login', given)
  }
  expect(await accessOf(app)).toHaveLength(3)
})

test('erases the addresses of a person with the person', async () => {
  const app = testApp()
  const { id } = await invited(app)
  const from = '203.0.113.77'
  await app.browser(from).post('/api/client/login', { email, password: 'wrong' })
  expect((await accessOf(app)).join()).toContain(from)
  const { application } = stored(app, id)
  transact(app.deps, (deps) => eraseApplication(deps, application, 'person erased'))
  expect(JSON.stringify(app.dump())).not.toContain(from)
  expect(breaksOf(app)).toEqual([])
})

test('removes addresses after 400 days, and the history still verifies', async () => {
  const app = testApp()
  await makeAdmin(app)
  await app.browser().post('/api/admin/login', reviewer)
  app.clock.now += days(399)
  expect(removeOldAddresses(app.deps)).toBe(0)
  app.clock.now += days(2)
  await app.browser().post('/api/admin/login', reviewer)
  expect(removeOldAddresses(app.deps)).toBe(1)
  expect(await accessOf(app)).toEqual([
    'admin reviewer: signed in',
    'admin reviewer: signed in from 127.0.0.1',
  ])
  expect(breaksOf(app)).toEqual([])
})

test('excuses no missing value of an event other than an expired address', async () => {
  const { app, admin, page } = await review()
  await admin.get(page)
  await accessRecorded(app.deps)
  app.clock.now += days(401)
  expect(removeOldAddresses(app.deps)).toBeGreaterThan(0)
  const submitted = "select seq from events where action = 'application submitted'"
  tamper(app.deps.db.path, `delete from event_changes where event = (${submitted})`)
  expect(breaksOf(app)).toEqual([expect.stringContaining('has lost its values')])
})
