import { describe, expect, test } from 'vitest'
import { weakPasswords } from '#src/domain/sign-in/passwords.ts'
import { createFirstLink } from '#src/domain/staff/first-administrator.ts'
import { makeAdmin } from '../../support/app/admins.ts'
import { type Browser, pageBehind } from '../../support/app/browser.ts'
import { type TestAppOptions, testApp } from '../../support/app/test-app.ts'

const password = 'brass kettle on 4 hobs'
const owner = {
  ...{ username: 'Olive Owner', fullName: 'Olive Owner' },
  ...{ password, confirmPassword: password },
}

/** A new installation after a start, and its link. */
async function stage(options: TestAppOptions = {}) {
  const app = testApp(options)
  const token = createFirstLink(app.deps) ?? ''
  const browser = app.browser()
  const make = (fields = {}, by: Browser = browser) =>
    by.postForm('/admin/first', { token, ...owner, ...fields })
  return { app, token, browser, make }
}

describe('the link of the first start', () => {
  test('creates the first administrator by the link of the first start, and signs that person in', async () => {
    const { app, token, browser, make } = await stage()
    expect((await browser.get(`/admin/first?token=${token}`)).text).toContain('Create Account')
    const made = await make()
    expect(await pageBehind(browser, made)).toBe('/admin/company')
    expect((await browser.get('/admin/company')).status).toBe(200)
    expect((await browser.get('/api/admin/me')).json?.username).toBe('Olive Owner')
    expect(app.dump().events).toContainEqual(
      expect.objectContaining({ action: 'staff account created', subject: 'Olive Owner' }),
    )
    expect(JSON.stringify(app.dump())).not.toContain(token)
  })

  test('accepts the link of the first start once, even for two people at the same moment', async () => {
    const { app, token, make } = await stage()
    const others = [app.browser(), app.browser()]
    const answers = await Promise.all(others.map((by, at) => make({ username: `olive ${at}` }, by)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 400])
    expect(app.dump().admins).toHaveLength(1)
    const again = await app.browser().get(`/admin/first?token=${token}`)
    expect([again.status, again.text.includes('has been used')]).toEqual([400, true])
  })

  test('voids the link of the first start once an account was created in another way', async () => {
    const { app, token, browser, make } = await stage()
    await makeAdmin(app)
    expect((await browser.get(`/admin/first?token=${token}`)).status).toBe(400)
    expect((await make()).status).toBe(400)
    expect(app.dump().admins).toHaveLength(1)
    expect(createFirstLink(app.deps)).toBe(null)
  })

  test.each([
    [{ password: 'short', confirmPassword: 'short' }, weakPasswords.short],
    [{ confirmPassword: 'another kettle on 4' }, 'Passwords don&#x27;t match'],
    [{ username: ' ' }, 'Username is required'],
    [{ username: '<b>' }, 'A user name has 1 to 64 letters'],
  ])('keeps the link of the first start valid after a refusal: %o', async (fields, message) => {
    const { app, make } = await stage()
    const refused = await make(fields)
    expect([refused.status, refused.text.includes(message)]).toEqual([400, true])
    expect(app.dump().admins).toEqual([])
    expect((await make()).status).toBe(303)
  })
})

test('shows a person who opens the sign-in too early where to find the link', async () => {
  const { browser, make } = await stage()
  const words = 'There is no account yet'
  expect((await browser.get('/admin')).text).toContain(words)
  await make()
  await browser.post('/api/admin/logout', {})
  expect((await browser.get('/admin')).text).not.toContain(words)
})

describe('the page of the first start', () => {
  const headersOf = { 'content-type': 'application/x-www-form-urlencoded' }

  test.each([
    ['another machine', {}, '198.51.100.7'],
    ['a proxy on this machine that is not trusted', { 'x-forwarded-for': '127.0.0.1' }, undefined],
    ['a proxy that names its client in another way', { 'x-real-ip': '198.51.100.7' }, undefined],
  ])('hides the page of the first start from %s', async (_, headers, peer) => {
    const { app, token } = await stage()
    const path = `/admin/first?token=${token}`
    expect((await app.request(path, { headers }, peer)).status).toBe(404)
    const body = new URLSearchParams({ token, ...owner }).toString()
    const post = { method: 'POST', body, headers: { ...headers, ...headersOf } }
    const own = { ...post, headers: { ...post.headers, 'sec-fetch-site': 'same-origin' } }
    expect((await app.request('/admin/first', own, peer)).status).toBe(404)
    const signIn = await app.request('/admin', { headers }, peer)
    expect(await signIn.text()).toContain('on the machine it runs on')
    expect(app.dump().admins).toEqual([])
  })

  test('opens the page of the first start behind a trusted proxy for this machine alone', async () => {
    const { app, token } = await stage({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
    const from = async (address: string) => {
      const headers = { 'x-forwarded-for': address }
      return (await app.request(`/admin/first?token=${token}`, { headers })).status
    }
    expect([await from('198.51.100.7'), await from('127.0.0.1')]).toEqual([404, 200])
  })
})
