import { describe, expect, test } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { refusals } from '#src/domain/refusal.ts'
import { resetAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, onAccount, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { codeOf, codesIn, keyIn, withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const clerk = { username: 'clerk', password: reviewer.password, role: 'viewer' } as const
const setUp = '/admin/account'

/** An administrator with a second factor, and a viewer without one who is signed in. */
async function stage() {
  const app = testApp()
  const { browser, turnOff, codeAt } = await withSecondFactor(app)
  await makeAdmin(app, clerk)
  const act = (action: string) => browser.postForm('/admin/team', { action })
  return { app, browser, turnOff, codeAt, act, clerks: await adminBrowser(app, clerk) }
}

async function required() {
  const staged = await stage()
  expect((await staged.act('require')).headers.get('location')).toBe('/admin/team?done=require')
  return staged
}

const goes = async (browser: Browser, path: string) =>
  (await browser.get(path)).headers.get('location')

/** Sets up a second factor by the forms of the page. */
async function setUpByForms(app: TestApp, browser: Browser, fields = {}) {
  const secret = keyIn((await onAccount(browser, 'begin', fields)).text) ?? ''
  return onAccount(browser, 'confirm', { code: await codeOf(secret, app.clock.now) })
}

describe('the requirement of a second factor', () => {
  test('turns the requirement on and off on the team page, and records both', async () => {
    const { app, browser, act } = await stage()
    const changes = () => {
      const sql = `select action, changes from events join event_changes on event = seq
        order by seq desc limit 1`
      const row = app.deps.db.sqlite.prepare(sql).get() as Record<string, string>
      return [row.action, JSON.parse(row.changes ?? '')[0].after]
    }
    await act('require')
    expect(changes()).toEqual(['second factor required for everybody', 'yes'])
    const { text } = await browser.get('/admin/team')
    expect(text).toContain('Two-step sign-in is required for everybody')
    expect(text).toContain('do not use it yet')
    await act('release')
    expect(changes()).toEqual(['second factor no longer required', 'no'])
  })

  test('does not let an administrator without a second factor require it', async () => {
    const { app, clerks } = await stage()
    const other = await adminBrowser(app, { ...reviewer, username: 'another' })
    const page = await other.get('/admin/team')
    expect(page.text).not.toContain('value="require"')
    expect(page.text).toContain(`href="${setUp}"`)
    const refused = await other.postForm('/admin/team', { action: 'require' })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Turn on two-step sign-in for your own account first')
    expect((await clerks.get('/admin/dashboard')).status).toBe(200)
  })
})

describe('while a second factor is required', () => {
  test('leads an open session without a second factor to its setup, and then back to the page', async () => {
    const { app, clerks } = await required()
    expect(await goes(clerks, '/admin/dashboard')).toBe(setUp)
    const call = await clerks.get('/api/applications')
    expect([call.status, call.json]).toEqual([403, { message: refusals.secondFactorFirst }])
    const page = await clerks.get(setUp)
    expect(page.text).toContain('Please set yours up to continue')
    expect(page.text).not.toContain('href="/admin/dashboard"')
    const done = await setUpByForms(app, clerks)
    expect([done.status, codesIn(done.text).length]).toEqual([200, 10])
    expect((await clerks.get('/admin/dashboard')).status).toBe(200)
    expect((await clerks.get('/api/applications')).status).toBe(200)
  })

  test('lets nobody turn off their own second factor while it is required', async () => {
    const { app, browser, turnOff, codeAt } = await required()
    app.clock.now += minutes(1)
    const refused = await turnOff(await codeAt(app.clock.now))
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('cannot be turned off'),
    ])
    const { text } = await browser.get(setUp)
    expect(text).toContain('It is required for everybody')
    expect(text).not.toContain('Turn Off Two-step Sign-in')
  })

  test('asks for a new second factor after an operator removed the old one', async () => {
    const { app } = await required()
    const { password } = reviewer
    const reset = { password, dropSecondFactor: true }
    await resetAdmin(app.deps, { kind: 'system' }, reviewer.username, reset)
    const browser = app.browser()
    await browser.post('/api/admin/login', reviewer)
    expect(await goes(browser, '/admin/team')).toBe(setUp)
  })
})
