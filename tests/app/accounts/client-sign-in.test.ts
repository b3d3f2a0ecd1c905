import { expect, test } from 'vitest'
import { email, emailsOf, password, signedIn, signIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const login = '/api/client/login'

test('closes an account to one address, and to no other, for a while after ten failed sign-ins', async () => {
  const app = testApp({ limitFactor: 1 })
  await signedIn(app)
  const attempt = (given: string, peer: string) => signInFrom(app, peer, email, given)
  for (let times = 0; times < 9; times++)
    expect((await attempt('wrong wrong', '192.0.2.1')).status).toBe(401)
  expect((await attempt(password, '192.0.2.1')).status).toBe(200)
  for (let times = 0; times < 10; times++)
    expect((await attempt('wrong wrong', '192.0.2.1')).status).toBe(401)
  const closed = await attempt(password, '192.0.2.1')
  expect(closed.status).toBe(429)
  expect(Number(closed.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await attempt(password, '192.0.2.2')).status).toBe(200)
})

test('sends the owner one email a day about guessed passwords, wherever the guesses come from', async () => {
  const app = testApp({ limitFactor: 1 })
  await signedIn(app)
  const guess = (address: string, peer: string) => signInFrom(app, peer, address, 'wrong wrong')
  for (let times = 0; times < 10; times++) await guess(email, '192.0.2.1')
  expect(emailsOf(app, 'sign-in-paused')).toEqual([])
  for (const [peer, typed] of [
    ['192.0.2.1', email.toUpperCase()],
    ['192.0.2.2', email.replace('o', 'O')],
  ] as const)
    for (let times = 0; times < 13; times++) await guess(typed, peer)
  for (let times = 0; times < 13; times++) await guess('nobody@example.com', '192.0.2.1')
  expect(emailsOf(app, 'sign-in-paused')).toMatchObject([{ to: { address: email } }])
})

test('answers 200 to every sign-out, ends the session and empties the cache', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const kept = browser.cookies.get('client') ?? ''
  const out = await browser.post('/api/client/logout')
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
  browser.cookies.set('client', kept)
  expect((await browser.get('/api/client/me')).status).toBe(401)
  expect((await app.browser().post('/api/client/logout')).status).toBe(200)
  expect(app.dump().events?.at(-1)).toMatchObject({ action: 'signed out', actor: 'account 1' })
})

test('opens at most sixty sessions an hour with the right password', async () => {
  const app = testApp({ limitFactor: 1 })
  await signedIn(app)
  const attempt = (peer: number) => signInFrom(app, `192.0.2.${peer}`, email, password)
  for (let at = 0; at < 59; at += 1) expect((await attempt(at)).status).toBe(200)
  const refused = await attempt(60)
  expect([refused.status, refused.text]).toEqual([
    429,
    expect.stringContaining('Too many sign-ins'),
  ])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('starts a new session at a sign-in and ends the one that the browser had', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const before = browser.cookies.get('client') ?? ''
  await signIn(browser)
  const old = app.browser()
  old.cookies.set('client', before)
  expect((await old.get('/api/client/me')).status).toBe(401)
  expect((await browser.get('/api/client/me')).status).toBe(200)
})

/** One try to sign in, from an address of the network. */
const signInFrom = (app: TestApp, peer: string, address: string, given: string) =>
  app.browser(peer).post(login, { email: address, password: given })

test('keeps a customer’s cookie for a day, as long as the longest session', async () => {
  const app = testApp()
  await signedIn(app)
  const { headers } = await app.browser().post('/api/client/login', { email, password })
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^client=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test('welcomes a customer to the portal once, by a cookie that lasts a minute', async () => {
  const app = testApp()
  await signedIn(app)
  const browser = app.browser()
  const { headers } = await browser.postForm('/client-login', { email, password })
  expect(headers.getSetCookie()).toContainEqual(
    'flash=signedIn%20; Max-Age=60; Path=/; HttpOnly; SameSite=Lax',
  )
  const portal = await browser.get('/client-portal')
  expect(portal.text).toContain('You have been logged in successfully.')
  expect(portal.headers.getSetCookie()).toEqual([
    'flash=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  ])
  const again = await browser.get('/client-portal')
  expect(again.text).not.toContain('You have been logged in successfully.')
  expect(again.headers.getSetCookie()).toEqual([])
})
