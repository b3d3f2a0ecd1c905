import { describe, expect, test } from 'vitest'
import { admins } from '#db/schema/admins.ts'
import { days, minutes, seconds } from '#src/domain/calendar.ts'
import { resetAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, onAccount, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { emailsOf } from '../../support/app/clients.ts'
import { codeOf, keyIn, withSecondFactor } from '../../support/app/second-factor.ts'
import { testApp } from '../../support/app/test-app.ts'

const signIn = (browser: Browser, changes: Partial<typeof reviewer> = {}) =>
  browser.post('/api/admin/login', { ...reviewer, ...changes })

describe('the second factor', () => {
  test('opens nothing but the question for a code until the second factor was given', async () => {
    const app = testApp()
    const { codeAt } = await withSecondFactor(app)
    const browser = app.browser()
    app.clock.now += minutes(1)
    expect((await signIn(browser)).json?.next).toBe('code')
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.get('/api/applications')).status).toBe(401)
    const code = await codeAt(app.clock.now)
    expect((await browser.post('/api/admin/challenge', { code })).status).toBe(200)
    expect((await browser.get('/api/admin/me')).json).toMatchObject({
      username: 'reviewer',
      totp: true,
    })
  })

  test('stops asking for the code once the person has left the sign-in', async () => {
    const app = testApp()
    const { codeAt } = await withSecondFactor(app)
    const browser = app.browser()
    app.clock.now += minutes(1)
    await signIn(browser)
    const half = browser.cookies.get('admin') ?? ''
    const { status, headers } = await browser.post('/api/admin/logout')
    expect([status, headers.get('clear-site-data')]).toEqual([200, '"cache"'])
    browser.cookies.set('admin', half)
    const code = await codeAt(app.clock.now)
    expect((await browser.post('/api/admin/challenge', { code })).status).toBe(401)
  })

  test('accepts a code once and refuses a replay, even from another browser at the same moment', async () => {
    const app = testApp()
    const { codeAt } = await withSecondFactor(app)
    app.clock.now += minutes(1)
    const browsers = [app.browser(), app.browser(), app.browser()]
    for (const browser of browsers) await signIn(browser)
    const code = await codeAt(app.clock.now)
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/api/admin/challenge', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('accepts each recovery code once, with or without its dashes', async () => {
    const app = testApp()
    const { recoveryCodes } = await withSecondFactor(app)
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    for (const [code, status] of [
      [first.toLowerCase().replaceAll('-', ''), 200],
      [first, 400],
      [second, 200],
    ] as const) {
      const browser = app.browser()
      await signIn(browser)
      expect((await browser.post('/api/admin/challenge', { code })).status).toBe(status)
    }
    expect(JSON.stringify(app.dump())).not.toContain(first)
  })

  test('allows five tries in five minutes on every path that accepts a code', async () => {
    const app = testApp({ limitFactor: 1 })
    const { turnOff } = await withSecondFactor(app)
    const challenged = app.browser()
    await signIn(challenged)
    for (let at = 0; at < 3; at++) await challenged.post('/api/admin/challenge', { code: '000000' })
    const off = () => turnOff('000000')
    expect([(await off()).status, (await off()).status, (await off()).status]).toEqual([
      400, 400, 429,
    ])
  })

  test('lets the holder of a recovery code in, however many wrong codes somebody else has typed', async () => {
    const app = testApp({ limitFactor: 1 })
    const { recoveryCodes } = await withSecondFactor(app)
    const [thief, owner] = [app.browser(), app.browser()]
    await signIn(thief)
    const guess = () => thief.post('/api/admin/challenge', { code: '000000' })
    for (let at = 0; at < 5; at++) expect((await guess()).status).toBe(400)
    const spent = await guess()
    expect([spent.status, spent.json?.message]).toEqual([
      429,
      'Too many wrong codes. Please try again in 5 minutes, or use one of your recovery codes.',
    ])
    await signIn(owner)
    const [code] = recoveryCodes
    expect((await owner.post('/api/admin/challenge', { code })).status).toBe(200)
  })

  test('shows the owner wrong codes at once and after the next sign-in, then no more', async () => {
    const app = testApp()
    const { browser, codeAt } = await withSecondFactor(app)
    const told = async (reader: Browser) => (await reader.get('/admin/dashboard')).text
    expect(await told(browser)).not.toContain('wrong code')
    const thief = app.browser()
    await signIn(thief)
    for (const code of ['000000', 'X'.repeat(24)])
      await thief.post('/api/admin/challenge', { code })
    const notice = '2 wrong codes were entered for your account since 20 November 2026 at 10:00'
    expect(await told(browser)).toContain(notice)
    for (const expected of [notice, null]) {
      app.clock.now += minutes(1)
      const owner = app.browser()
      await signIn(owner)
      await owner.post('/api/admin/challenge', { code: await codeAt(app.clock.now) })
      if (expected) expect(await told(owner)).toContain(expected)
      else expect(await told(owner)).not.toContain('wrong code')
    }
    const events = app.dump().events as { action: string; actor: string }[]
    expect(
      events.filter(({ action }) => action === 'wrong code of two-step sign-in'),
    ).toMatchObject([{ actor: 'reviewer' }, { actor: 'reviewer' }])
  })

  describe('after 20 wrong codes without a right one', () => {
    async function stage(wrong = 20) {
      const app = testApp()
      const { codeAt, recoveryCodes, browser, turnOff } = await withSecondFactor(app)
      const email = 'reviewer@example.com'
      app.deps.db.orm.update(admins).set({ email }).run()
      const thief = app.browser()
      const guess = async (times: number, password = reviewer.password) => {
        await signIn(thief, { password })
        for (let at = 0; at < times; at++)
          await thief.post('/api/admin/challenge', { code: '000000' })
      }
      await guess(wrong)
      /** A sign-in of the owner half a minute later, with a code of the app or with another one. */
      const enter = async (other?: string, changes = {}) => {
        app.clock.now += seconds(30)
        const owner = app.browser()
        await signIn(owner, changes)
        const code = other ?? (await codeAt(app.clock.now))
        return { owner, ...(await owner.post('/api/admin/challenge', { code })) }
      }
      return { app, browser, recoveryCodes, turnOff, codeAt, guess, enter }
    }
    const spent = 'Too many wrong codes were entered. Only a recovery code works now.'

    test('accepts only a recovery code after 20 wrong codes, says so in the sign-in and an email, and then the app again', async () => {
      const { app, recoveryCodes, guess, enter } = await stage()
      const refused = await enter()
      expect([refused.status, refused.json?.errors]).toEqual([400, { code: spent }])
      expect((await refused.owner.get('/admin')).text).toContain('only a recovery code works now')
      await guess(3)
      expect(emailsOf(app, 'staff-account-changed')).toMatchObject([
        { to: { address: 'reviewer@example.com' }, change: 'wrong-codes' },
      ])
      const entered = await enter(recoveryCodes[0])
      expect(entered.status).toBe(200)
      const dashboard = async () => (await entered.owner.get('/admin/dashboard')).text
      expect(await dashboard()).toContain('20 wrong codes were')
      expect(await dashboard()).toContain('You signed in with a recovery code. 9 are left.')
      await entered.owner.postForm('/admin/dashboard', { action: 'put-away' })
      expect(await dashboard()).not.toMatch(/wrong codes were|recovery code/)
      expect((await enter()).status).toBe(200)
    })

    test('lifts the limit of 20 wrong codes when a new password is set', async () => {
      const { app, browser, guess, enter } = await stage()
      const newPassword = 'nine blue harbour kites'
      const passwords = { currentPassword: reviewer.password, newPassword }
      expect((await onAccount(browser, 'password', passwords)).status).toBe(303)
      expect((await browser.get('/admin/dashboard')).text).toContain('20 wrong codes were')
      expect((await enter(undefined, { password: newPassword })).status).toBe(200)
      await guess(20, newPassword)
      const password = 'seven slow copper bells'
      await resetAdmin(app.deps, { kind: 'system' }, 'reviewer', { password })
      expect((await enter(undefined, { password })).status).toBe(200)
    })
  })

  test('asks for a fresh password before the second factor is turned off, and then goes on', async () => {
    const app = testApp()
    const { browser, codeAt, turnOff } = await withSecondFactor(app)
    app.clock.now += minutes(11)
    const refused = await turnOff(await codeAt(app.clock.now))
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('turn-off-currentPassword-error'),
    ])
    expect(app.dump().admins).toMatchObject([{ totp_secret_sealed: expect.any(String) }])
    const code = await codeAt(app.clock.now)
    const form = { code, currentPassword: reviewer.password }
    expect((await onAccount(browser, 'turn-off', form)).status).toBe(303)
    expect(app.dump().admins).toMatchObject([{ totp_secret_sealed: null }])
  })

  test('asks for a fresh password to set up the second factor, and hides the key without one', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    app.clock.now += minutes(11)
    const stale = await onAccount(browser, 'begin')
    expect([stale.status, keyIn(stale.text)]).toEqual([403, undefined])
    expect(stale.text).toContain('begin-currentPassword-error')
    const wrong = await onAccount(browser, 'begin', { currentPassword: 'wrong' })
    expect([wrong.status, keyIn(wrong.text)]).toEqual([400, undefined])
    const { password: currentPassword } = reviewer
    const secret = keyIn((await onAccount(browser, 'begin', { currentPassword })).text) ?? ''
    app.clock.now += minutes(11)
    const code = await codeOf(secret, app.clock.now)
    const late = await onAccount(browser, 'confirm', { code })
    expect([late.status, keyIn(late.text)]).toEqual([403, undefined])
    expect(late.text).toContain('confirm-currentPassword-error')
    expect(late.text).not.toContain(code)
    const mistyped = { code: '12345x', currentPassword }
    expect(keyIn((await onAccount(browser, 'confirm', mistyped)).text)).toBe(secret)
    expect((await onAccount(browser, 'confirm', { code })).text).toContain('sign-in is on.')
  })

  test('stores the second factor encrypted, and ends a half-finished sign-in after five minutes', async () => {
    const app = testApp()
    const { codeAt, secret } = await withSecondFactor(app)
    expect(JSON.stringify(app.dump())).not.toContain(secret)
    const browser = app.browser()
    app.clock.now += days(1)
    await signIn(browser)
    app.clock.now += minutes(6)
    const late = await browser.post('/api/admin/challenge', { code: await codeAt(app.clock.now) })
    expect(late.status).toBe(401)
  })
})
