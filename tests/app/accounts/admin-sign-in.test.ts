import { describe, expect, test } from 'vitest'
import { disableAdmin } from '#src/domain/accounts/admins.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

const signIn = (browser: Browser, changes: Partial<typeof reviewer> = {}) =>
  browser.post('/api/admin/login', { ...reviewer, ...changes })

describe('the admin sign-in', () => {
  test('opens the back office with the right name and password, whatever the case of the name', async () => {
    const app = testApp()
    await makeAdmin(app)
    const browser = app.browser()
    expect((await signIn(browser, { username: ' Reviewer ' })).status).toBe(200)
    const me = await browser.get('/api/admin/me')
    expect([me.status, me.json]).toEqual([
      200,
      { username: 'reviewer', role: 'administrator', totp: false },
    ])
  })

  test('says the same to a wrong password, an unknown name and a closed account', async () => {
    const app = testApp()
    await makeAdmin(app)
    await makeAdmin(app, { username: 'leaver', password: reviewer.password })
    disableAdmin(app.deps, { kind: 'system' }, 'leaver')
    const answers = await Promise.all(
      [{ password: 'wrong' }, { username: 'nobody' }, { username: 'leaver' }].map((changes) =>
        signIn(app.browser(), changes),
      ),
    )
    for (const { status, json } of answers) {
      expect(status).toBe(401)
      expect(json).toEqual({ message: 'Invalid credentials' })
    }
  })

  test('has no default account', async () => {
    const app = testApp()
    for (const [username, password] of [
      ['admin', 'admin'],
      ['admin', 'password'],
    ] as const)
      expect((await signIn(app.browser(), { username, password })).status).toBe(401)
    expect(app.dump().admins).toEqual([])
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
    const app = testApp({ limitFactor: 1 })
    await makeAdmin(app)
    const browser = app.browser()
    for (let at = 0; at < 9; at++) await signIn(browser, { password: 'wrong' })
    expect((await signIn(browser)).status).toBe(200)
    for (let at = 0; at < 10; at++)
      expect((await signIn(browser, { password: 'wrong' })).status).toBe(401)
    const locked = await signIn(browser)
    expect(locked.status).toBe(429)
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(locked.json?.message).toBe(
      'Too many attempts to sign in. Please try again in 15 minutes.',
    )
    const posted = await app.browser().postForm('/admin', reviewer)
    expect(posted.status).toBe(429)
    expect(posted.text).toContain('Please try again in 15 minutes.')
    const elsewhere = await app.browser('192.0.2.7').post('/api/admin/login', reviewer)
    expect(elsewhere.status).toBe(200)
  })

  test('gives a cookie that scripts cannot read, and keeps only its hash', async () => {
    const app = testApp({ env: { APP_URL: 'https://accounts.example.com' } })
    await makeAdmin(app)
    const { headers } = await signIn(app.browser())
    const cookie = headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(/^__Host-admin=[\w-]{43};/)
    expect(cookie).toMatch(/HttpOnly/)
    expect(cookie).toMatch(/SameSite=Lax/)
    expect(cookie).toMatch(/Secure/)
    expect(JSON.stringify(app.dump())).not.toContain(cookie.slice(13, 56))
  })
})

describe('a session', () => {
  test('ends at the logout, which always answers 200', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    const cookie = browser.cookies.get('admin') ?? ''
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
    browser.cookies.set('admin', cookie)
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
  })
})
