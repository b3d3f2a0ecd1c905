import { describe, expect, test } from 'vitest'
import { refusals } from '#src/domain/refusal.ts'
import { weakPasswords } from '#src/domain/sign-in/passwords.ts'
import { createAdmin, createFirstAdmin } from '#src/domain/staff/admins.ts'
import { adminBrowser, makeAdmin, onAccount, reviewer } from '../../support/app/admins.ts'
import { answers } from '../../support/app/application-answers.ts'
import type { Browser } from '../../support/app/browser.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { testApp } from '../../support/app/test-app.ts'

const operator = { kind: 'system' } as const

describe('an administrator', () => {
  test('creates the first administrator from the environment once, while there is none', async () => {
    const env = { ADMIN_USERNAME: 'first', ADMIN_PASSWORD: 'brass kettle on 4 hobs' }
    const app = testApp({ env })
    expect(await createFirstAdmin(app.deps)).toBe(true)
    expect(await createFirstAdmin(app.deps)).toBe(false)
    const { status } = await app
      .browser()
      .post('/api/admin/login', { username: 'first', password: env.ADMIN_PASSWORD })
    expect(status).toBe(200)
  })

  test.each([
    ['short', 'elevenchars', weakPasswords.short],
    ['common', 'qwertyuiop12', refusals.commonPassword],
    ['common, in capitals', 'PASSWORD1234', refusals.commonPassword],
    ['common with digits', 'password12345', refusals.commonPassword],
    ['common with digits and signs', '2026-Football!!', refusals.commonPassword],
    ['the company', 'sample-supplies-77', weakPasswords.name],
    ['the product', 'myCountersign55!', weakPasswords.name],
    ['the user', 'xx reviewer xx 12', weakPasswords.name],
  ])('refuses an administrator’s password that is %s', async (_, password, message) => {
    const app = testApp({ env: { COMPANY_NAME: 'Sample Supplies Ltd' } })
    const making = createAdmin(app.deps, operator, { username: 'reviewer', password })
    await expect(making).rejects.toThrow(message)
    expect(app.dump().admins).toEqual([])
  })

  test('changes an administrator’s own password and ends every other session', async () => {
    const app = testApp()
    const [browser, other] = [await adminBrowser(app), await adminBrowser(app)]
    const newPassword = 'seven green lamps'
    const change = (currentPassword: string, password = newPassword) =>
      onAccount(browser, 'password', { currentPassword, newPassword: password })
    const wrong = await change('wrong')
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining('password-currentPassword-error'),
    ])
    expect(wrong.text).not.toContain(newPassword)
    for (const weak of ['short', 'Password1234'])
      expect((await change(reviewer.password, weak)).text).toContain('password-newPassword-error')
    expect((await change(reviewer.password)).status).toBe(303)
    expect((await browser.get('/api/admin/me')).status).toBe(200)
    expect((await other.get('/api/admin/me')).status).toBe(401)
    const { status } = await app
      .browser()
      .post('/api/admin/login', { username: reviewer.username, password: newPassword })
    expect(status).toBe(200)
  })

  test('keeps a signature image on the profile until it is removed', async () => {
    const browser = await adminBrowser(testApp())
    const shown = async () => (await browser.get('/admin/account')).text
    const signature = answers[5].authSignature
    expect((await onAccount(browser, 'signature', { signature })).status).toBe(303)
    expect(await shown()).toContain('src="data:image/png;base64,')
    const refused = await onAccount(browser, 'signature', { signature: 'data:text/html,x' })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Signature is required'),
    ])
    expect(refused.text).not.toContain('data:text/html')
    const blank = await onAccount(browser, 'signature', { typedName: ' ' })
    expect(blank.text).toContain('Draw your signature or type your name first')
    await onAccount(browser, 'remove-signature')
    expect(await shown()).not.toContain('src="data:image/png;base64,')
  })

  test.each([
    ['a viewer', 'viewer', false, ['signature', 'remove-signature']],
    [
      'an account without a second factor while one is required',
      'administrator',
      true,
      ['signature', 'remove-signature', 'password', 'turn-off', 'end-session'],
    ],
  ] as const)('%s changes only what the role may change', async (_, role, required, forbidden) => {
    const app = testApp()
    const { browser: head } = await withSecondFactor(app)
    if (required) await head.postForm('/admin/team', { action: 'require' })
    const browser = await adminBrowser(app, { ...reviewer, username: 'another', role })
    const before = app.dump()
    for (const action of forbidden)
      expect([action, (await onAccount(browser, action)).status]).toEqual([action, 403])
    expect(app.dump()).toEqual(before)
    const { text } = await browser.get('/admin/account')
    for (const action of forbidden) expect(text).not.toContain(`value="${action}"`)
    expect(text).toContain('value="begin"')
  })
})

const signIn = (browser: Browser, changes: Partial<typeof reviewer> = {}) =>
  browser.post('/api/admin/login', { ...reviewer, ...changes })

describe('the admin sign-in', () => {
  test('signs an administrator in with the right name and password, in upper or lower case', async () => {
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
})

describe('a session', () => {
  test('ends the session at sign-out, which always answers 200', async () => {
    const app = testApp()
    const browser = await adminBrowser(app)
    const cookie = browser.cookies.get('admin') ?? ''
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
    browser.cookies.set('admin', cookie)
    expect((await browser.get('/api/admin/me')).status).toBe(401)
    expect((await browser.post('/api/admin/logout')).status).toBe(200)
  })
})
