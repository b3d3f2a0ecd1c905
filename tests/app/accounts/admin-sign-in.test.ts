import { describe, expect, test } from 'vitest'
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

  test('names the field that is missing', async () => {
    const { json, status } = await signIn(testApp().browser(), { username: ' ', password: '' })
    expect(status).toBe(400)
    expect(json?.errors).toEqual({
      username: 'Username is required',
      password: 'Password is required',
    })
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
