import { generateHOTP } from 'oslo/otp'
import { describe, expect, test } from 'vitest'
import { disableAdmin, resetAdmin } from '#src/domain/admins.ts'
import { days, hours, minutes, seconds } from '#src/domain/durations.ts'
import { adminBrowser, makeAdmin, reviewer } from '../support/admins.ts'
import type { Browser } from '../support/browser.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const signIn = (browser: Browser, changes: Partial<typeof reviewer> = {}) =>
  browser.post('/api/admin/login', { ...reviewer, ...changes })

describe('the admin sign-in', () => {
  test('opens the back office with the right name and password, whatever the case of the name', async () => {
    const house = testApp()
    await makeAdmin(house)
    const browser = house.browser()
    expect((await signIn(browser, { username: ' Reviewer ' })).status).toBe(200)
    const me = await browser.get('/api/admin/me')
    expect([me.status, me.json]).toEqual([200, { username: 'reviewer', totp: false }])
  })

  test('says the same to a wrong password, an unknown name and a closed account', async () => {
    const house = testApp()
    await makeAdmin(house)
    await makeAdmin(house, { username: 'leaver', password: reviewer.password })
    disableAdmin(house.deps, { kind: 'system' }, 'leaver')
    const answers = await Promise.all(
      [{ password: 'wrong' }, { username: 'nobody' }, { username: 'leaver' }].map((changes) =>
        signIn(house.browser(), changes),
      ),
    )
    for (const { status, json } of answers) {
      expect(status).toBe(401)
      expect(json).toEqual({ message: 'Invalid credentials' })
    }
  })

  test('has no default account', async () => {
    const house = testApp()
    for (const [username, password] of [
      ['admin', 'admin'],
      ['admin', 'password'],
    ] as const)
      expect((await signIn(house.browser(), { username, password })).status).toBe(401)
    expect(house.dump().admins).toEqual([])
  })

  test('names the field that is missing', async () => {
    const { json, status } = await signIn(testApp().browser(), { username: ' ', password: '' })
    expect(status).toBe(400)
    expect(json?.errors).toEqual({
      username: 'Username is required',
      password: 'Password is required',
    })
  })

  test('waits after ten failures for one name and address, and a success before that clears them', async () => {
    const house = testApp({ limitFactor: 1 })
    await makeAdmin(house)
    const browser = house.browser()
    for (let at = 0; at < 9; at++) await signIn(browser, { password: 'wrong' })
    expect((await signIn(browser)).status).toBe(200)
    for (let at = 0; at < 10; at++)
      expect((await signIn(browser, { password: 'wrong' })).status).toBe(401)
    const locked = await signIn(browser)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    const elsewhere = await house.request(
      '/api/admin/login',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(reviewer),
      },
      '192.0.2.7',
    )
    expect(elsewhere.status).toBe(200)
  })

  test('gives a cookie that scripts cannot read, and keeps only its hash', async () => {
    const house = testApp({ env: { APP_URL: 'https://accounts.example.com' } })
    await makeAdmin(house)
    const { headers } = await signIn(house.browser())
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-admin=[\w-]{43};/)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Secure/)
    expect(JSON.stringify(house.dump())).not.toContain(cookie.slice(13, 56))
  })
})

describe('a session', () => {
  test('ends after 30 idle minutes', async () => {
    const house = testApp()
    const browser = await adminBrowser(house)
    for (let at = 0; at < 3; at++) {
      house.clock.now += minutes(29)
      expect((await browser.get('/api/admin/me')).status).toBe(200)
    }
    house.clock.now += minutes(31)
    expect((await browser.get('/api/admin/me')).status).toBe(401)
  })

  test('ends after ten hours, however busy', async () => {
    const house = testApp()
    const browser = await adminBrowser(house)
    const end = house.clock.now + hours(10)
    while (house.clock.now + minutes(20) < end) {
      house.clock.now += minutes(20)
      expect((await browser.get('/api/admin/me')).status).toBe(200)
    }
    house.clock.now = end
    expect((await browser.get('/api/admin/me')).status).toBe(401)
  })

  test('ends at the logout, which always answers 200', async () => {
    const house = testApp()
    const browser = await adminBrowser(house)
    const cookie = browser.cookies.get('admin') ?? ''
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
    browser.cookies.set('admin', cookie)
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
  })

  test('ends when the account is reset or closed, and with the sixth session the oldest', async () => {
    const house = testApp()
    const browsers: Browser[] = []
    for (let at = 0; at < 6; at++) {
      house.clock.now += seconds(1)
      browsers.push(await adminBrowser(house))
    }
    const statuses = async () =>
      Promise.all(browsers.map(async (browser) => (await browser.get('/api/admin/me')).status))
    expect(await statuses()).toEqual([401, 200, 200, 200, 200, 200])
    await resetAdmin(house.deps, { kind: 'system' }, reviewer.username, {
      password: 'seven green lamps',
    })
    expect(await statuses()).toEqual([401, 401, 401, 401, 401, 401])
  })

  test('is no more than a question for a code while the second factor is to come', async () => {
    const house = testApp()
    const { codeAt } = await withSecondFactor(house)
    const browser = house.browser()
    house.clock.now += minutes(1)
    expect((await signIn(browser)).json?.next).toBe('code')
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.get('/api/applications')).status).toBe(401)
    const code = await codeAt(house.clock.now)
    expect((await browser.post('/api/admin/challenge', { code })).status).toBe(200)
    expect((await browser.get('/api/admin/me')).json).toEqual({ username: 'reviewer', totp: true })
  })
})

describe('the second factor', () => {
  test('takes a code once: a replay is refused, also from another browser at the same moment', async () => {
    const house = testApp()
    const { codeAt } = await withSecondFactor(house)
    house.clock.now += minutes(1)
    const browsers = [house.browser(), house.browser(), house.browser()]
    for (const browser of browsers) await signIn(browser)
    const code = await codeAt(house.clock.now)
    const answers = await Promise.all(
      browsers.map((browser) => browser.post('/api/admin/challenge', { code })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  })

  test('takes the code of the step before, but no older and no later one', async () => {
    const house = testApp()
    const { codeAt } = await withSecondFactor(house)
    house.clock.now += minutes(10)
    const tries: [number, number][] = [
      [-60, 400],
      [30, 400],
      [-30, 200],
    ]
    for (const [shift, status] of tries) {
      const browser = house.browser()
      await signIn(browser)
      const code = await codeAt(house.clock.now + seconds(shift))
      expect((await browser.post('/api/admin/challenge', { code })).status).toBe(status)
    }
  })

  test('takes each recovery code once, as it was typed or without its dashes', async () => {
    const house = testApp()
    const { recoveryCodes } = await withSecondFactor(house)
    expect(recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = recoveryCodes
    for (const [code, status] of [
      [first.toLowerCase().replaceAll('-', ''), 200],
      [first, 400],
      [second, 200],
    ] as const) {
      const browser = house.browser()
      await signIn(browser)
      expect((await browser.post('/api/admin/challenge', { code })).status).toBe(status)
    }
    expect(JSON.stringify(house.dump())).not.toContain(first)
  })

  test('allows five tries in five minutes on every path that takes a code', async () => {
    const house = testApp({ limitFactor: 1 })
    const { browser } = await withSecondFactor(house)
    const challenged = house.browser()
    await signIn(challenged)
    for (let at = 0; at < 3; at++) await challenged.post('/api/admin/challenge', { code: '000000' })
    const off = () =>
      browser.send('/api/admin/account/totp', {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: '000000' }),
      })
    expect([(await off()).status, (await off()).status, (await off()).status]).toEqual([
      400, 400, 429,
    ])
  })

  test('is set up and taken away with a fresh password only', async () => {
    const house = testApp()
    const browser = await adminBrowser(house)
    house.clock.now += minutes(11)
    const stale = await browser.post('/api/admin/account/totp')
    expect(stale.status).toBe(403)
    expect(stale.json?.errors).toHaveProperty('password')
    const wrong = await browser.post('/api/admin/account/confirm', { password: 'wrong' })
    expect(wrong.status).toBe(400)
    await browser.post('/api/admin/account/confirm', { password: reviewer.password })
    expect((await browser.post('/api/admin/account/totp')).status).toBe(200)
  })

  test('stays when the password is reset', async () => {
    const house = testApp()
    await withSecondFactor(house)
    const password = 'seven green lamps'
    await resetAdmin(house.deps, { kind: 'system' }, reviewer.username, { password })
    expect((await signIn(house.browser(), { password })).json?.next).toBe('code')
  })

  test('is kept sealed, and its half-session lasts five minutes', async () => {
    const house = testApp()
    const { codeAt, secret } = await withSecondFactor(house)
    expect(JSON.stringify(house.dump())).not.toContain(secret)
    const browser = house.browser()
    house.clock.now += days(1)
    await signIn(browser)
    house.clock.now += minutes(6)
    const late = await browser.post('/api/admin/challenge', { code: await codeAt(house.clock.now) })
    expect(late.status).toBe(401)
  })
})

/** Sets the second factor up as the dialog does; answers what the admin's app would know. */
async function withSecondFactor(house: TestApp) {
  const browser = await adminBrowser(house)
  const secret = String((await browser.post('/api/admin/account/totp')).json?.secret)
  const bytes = fromBase32(secret)
  const codeAt = (at: number) => generateHOTP(bytes, Math.floor(at / 30_000))
  const { status, json } = await browser.put('/api/admin/account/totp', {
    code: await codeAt(house.clock.now),
  })
  expect(status).toBe(200)
  return { browser, secret, codeAt, recoveryCodes: json?.recoveryCodes as string[] }
}

function fromBase32(text: string): Uint8Array {
  const bits = [...text]
    .map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}
