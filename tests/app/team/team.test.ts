import { describe, expect, test } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { refusals } from '#src/domain/refusal.ts'
import { changeRole, createAdmin, disableAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const clerk = { username: 'clerk', password: reviewer.password, role: 'reviewer' } as const

async function stage() {
  const app = testApp()
  const browser = await adminBrowser(app)
  const other = await adminBrowser(app, clerk)
  const account = String((await makeAdmin(app, clerk)).id)
  const path = `/admin/team/${account}`
  const act = (action: string, fields = {}, by: Browser = browser, to = path) =>
    by.postForm(to, { action, ...fields })
  return { app, browser, other, path, act }
}

const isSignedIn = async (browser: Browser) => (await browser.get('/api/admin/me')).status === 200
const goesTo = ({ status, headers }: Answer) => [status, headers.get('location')]
const fieldsOf = (text: string) => text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

function newestEvent({ deps }: TestApp) {
  const query = `select actor, action, subject, changes from events
    join event_changes on event = seq order by seq desc limit 1`
  const row = deps.db.sqlite.prepare(query).get() as Record<string, string>
  return { ...row, changes: JSON.parse(row.changes ?? '') }
}

test('lists everybody with role, second factor, last sign-in and state', async () => {
  const { app, browser, act } = await stage()
  await app.browser().post('/api/admin/login', clerk)
  await act('close')
  const { status, text } = await browser.get('/admin/team')
  expect(status).toBe(200)
  const words = fieldsOf(text)
  expect(words).toContain('clerk Reviewer None Closed Off 20 November 2026 at 10:00 0 browsers')
  expect(words).toContain('reviewer Administrator None Open Off Never 1 browser')
})

test('says that a person may not open a page, and leads back to the dashboard', async () => {
  const { other } = await stage()
  const { status, text } = await other.get('/admin/company')
  expect(status).toBe(403)
  expect(text).toContain('You do not have access to this page')
  expect(text).toMatch(/href="\/admin\/dashboard">Back to Dashboard/)
  const head = (await other.get('/admin/dashboard')).text.split('</header>')[0]
  expect(head).toContain('My account')
  expect(head).not.toContain('Settings')
})

describe('an administrator', () => {
  test('lets an administrator change a role, which applies at once and is recorded', async () => {
    const { app, other, path, act } = await stage()
    expect((await other.get('/api/email-settings')).status).toBe(403)
    expect(goesTo(await act('role', { role: 'administrator' }))).toEqual([303, `${path}?done=role`])
    expect((await other.get('/api/email-settings')).status).toBe(200)
    expect(newestEvent(app)).toEqual({
      actor: 'reviewer',
      action: 'role changed',
      subject: 'clerk',
      changes: [{ field: 'role', before: 'reviewer', after: 'administrator' }],
    })
  })

  test('lets an administrator close an account, which signs it out, and open it again', async () => {
    const { app, other, act } = await stage()
    await act('close')
    expect(await isSignedIn(other)).toBe(false)
    const changes = [{ field: 'account', before: 'open', after: 'closed' }]
    expect(newestEvent(app)).toMatchObject({ actor: 'reviewer', changes })
    expect((await app.browser().post('/api/admin/login', clerk)).status).toBe(401)
    await act('reopen')
    const again = [{ field: 'account', before: 'closed', after: 'open' }]
    expect(newestEvent(app)).toMatchObject({ actor: 'reviewer', changes: again })
    expect((await app.browser().post('/api/admin/login', clerk)).status).toBe(200)
  })

  test('lets an administrator sign somebody out everywhere', async () => {
    const { app, browser, other, act } = await stage()
    await act('sessions')
    expect([await isSignedIn(other), await isSignedIn(browser)]).toEqual([false, true])
    const changes = [{ field: 'open sessions', before: '1', after: '0' }]
    const ended = { action: 'staff sessions ended', subject: 'clerk', changes }
    expect(newestEvent(app)).toMatchObject(ended)
  })

  test('asks an administrator for the password when it was given long ago', async () => {
    const { app, other, act } = await stage()
    app.clock.now += minutes(10)
    const refused = await act('close')
    expect(refused.status).toBe(403)
    expect(refused.text).toContain('Please confirm your password first')
    expect(await isSignedIn(other)).toBe(true)
    const wrong = await act('close', { currentPassword: 'wrong' })
    expect([wrong.status, wrong.text.includes('That is not your password')]).toEqual([400, true])
    expect((await act('close', { currentPassword: reviewer.password })).status).toBe(303)
    expect(await isSignedIn(other)).toBe(false)
  })

  test('leads administrators who give up their own rights to the dashboard or the sign-in', async () => {
    const { app, browser, act } = await stage()
    const { id } = await makeAdmin(app)
    const own = await act('role', { role: 'viewer' }, browser, `/admin/team/${id}`)
    expect(goesTo(own)).toEqual([303, '/admin/dashboard'])
    const page = await browser.get('/admin/team')
    expect([page.status, page.text.includes(refusals.roleMayNot)]).toEqual([403, true])
    const head = await adminBrowser(app, { ...reviewer, username: 'head' })
    const { id: headId } = await makeAdmin(app, { ...reviewer, username: 'head' })
    expect(goesTo(await act('sessions', {}, head, `/admin/team/${headId}`))).toEqual([
      303,
      '/admin',
    ])
  })
})

test.each([
  ['role', 'owner', '', 400],
  ['close', '', '1e3', 404],
  ['close', '', '999', 404],
] as const)('refuses an invalid form: %s %s at %s', async (action, role, account, status) => {
  const { app, browser, path, act } = await stage()
  const before = app.dump()
  const to = account ? `/admin/team/${account}` : path
  expect((await act(action, { role }, browser, to)).status).toBe(status)
  expect(app.dump()).toEqual(before)
})

const operator = { kind: 'system' } as const
const { password } = reviewer
const last = 'This is the last administrator. Make somebody else an administrator first.'

const demote = (app: TestApp, name: string) => changeRole(app.deps, operator, name, 'viewer')
const disable = (app: TestApp, name: string) => disableAdmin(app.deps, operator, name)

test.each([
  ['demoted', demote],
  ['disabled', disable],
] as const)('refuses to have the last administrator %s, and keeps the session', async (_, lose) => {
  const app = testApp()
  const browser = await adminBrowser(app)
  await makeAdmin(app, { username: 'clerk', password, role: 'reviewer' })
  demote(app, 'head')
  const before = app.dump()
  expect(() => lose(app, reviewer.username)).toThrow(last)
  expect(app.dump()).toEqual(before)
  expect((await browser.get('/api/email-settings')).status).toBe(200)
  const { id } = await makeAdmin(app)
  const own = await browser.get(`/admin/team/${id}`)
  expect(own.text).not.toContain('"Close Account: reviewer"')
})

test('makes the first account an administrator', async () => {
  const app = testApp()
  const clerk = { username: 'clerk', password, role: 'reviewer' } as const
  await expect(createAdmin(app.deps, operator, clerk)).rejects.toThrow(
    'The first account must be an administrator',
  )
  expect(app.dump().admins).toEqual([])
})
