import { expect, test } from 'vitest'
import { tellOfGuesses } from '#src/domain/jobs/emails.ts'
import { email, emailsOf, invited, password, signedIn, signIn } from '../../support/app/clients.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const login = '/api/client/login'
const hour = 60 * 60 * 1000

test('every failed sign-in is answered alike: unknown, without a password yet, wrong, too long', async () => {
  const app = testApp()
  await signedIn(app)
  await invited(app, { mainEmail: 'second@example.com' })
  const tries = [
    { email: 'nobody@example.com', password },
    { email: 'second@example.com', password },
    { email, password: `${password}!` },
    { email, password: 'x'.repeat(3000) },
  ]
  for (const given of tries) {
    const { status, text } = await app.browser().post(login, given)
    expect([status, text]).toEqual([401, '{"message":"Invalid email or password"}'])
  }
})

test('ten failures close the account to that address for a while, and to no other', async () => {
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

test('an owner hears once a day that somebody guesses, wherever the guesses come from', async () => {
  const app = testApp({ limitFactor: 1 })
  await signedIn(app)
  const guess = (address: string, peer: string) => signInFrom(app, peer, address, 'wrong wrong')
  for (let times = 0; times < 10; times++) await guess(email, '192.0.2.1')
  expect(emailsOf(app, 'sign-in-paused')).toEqual([])
  for (const peer of ['192.0.2.1', '192.0.2.2'])
    for (let times = 0; times < 13; times++) await guess(email.toUpperCase(), peer)
  for (let times = 0; times < 13; times++) await guess('nobody@example.com', '192.0.2.1')
  expect(emailsOf(app, 'sign-in-paused')).toMatchObject([{ to: { address: email } }])
})

test('whatever multiplies the limits, an owner hears of guesses once in a day, and again on the next', async () => {
  const app = testApp()
  await signedIn(app)
  for (const after of [0, hour, 23 * hour - 1]) {
    app.clock.now += after
    await tellOfGuesses(app.deps, email)
    expect(emailsOf(app, 'sign-in-paused')).toHaveLength(1)
  }
  app.clock.now += 1
  await tellOfGuesses(app.deps, email)
  expect(emailsOf(app, 'sign-in-paused')).toHaveLength(2)
})

test('of more sign-ins at once than can be checked, those beyond the queue are asked to come again', async () => {
  const app = testApp()
  await signedIn(app)
  const tries = Array.from({ length: 60 }, () =>
    app.browser().post(login, { email, password: 'wrong wrong' }),
  )
  const answers = await Promise.all(tries)
  const late = answers.filter(({ status }) => status !== 401)
  expect(late.length).toBeGreaterThan(0)
  expect(late.length).toBeLessThan(60)
  for (const { status, headers, json } of late)
    expect([status, headers.get('retry-after'), json?.message]).toEqual([
      503,
      '2',
      expect.stringContaining('try again in a moment'),
    ])
  await signIn(app.browser())
})

test('signing out is always 200, ends the session and empties the cache', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const kept = browser.cookies.get('client') ?? ''
  const out = await browser.post('/api/client/logout')
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
  browser.cookies.set('client', kept)
  expect((await browser.get('/api/client/me')).status).toBe(401)
  expect((await app.browser().post('/api/client/logout')).status).toBe(200)
})

test('a sign-in makes a new session and ends the one that the browser had', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const before = browser.cookies.get('client') ?? ''
  await signIn(browser)
  const old = app.browser()
  old.cookies.set('client', before)
  expect((await old.get('/api/client/me')).status).toBe(401)
  expect((await browser.get('/api/client/me')).status).toBe(200)
})

test('who is signed in goes straight on from the sign-in, anybody else from the portal to it', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  const on = await browser.get('/client-login')
  expect([on.status, on.headers.get('location')]).toEqual([303, '/client-portal'])
  const away = await app.browser().get('/client-portal')
  expect([away.status, away.headers.get('location')]).toEqual([303, '/client-login'])
})

test.each(['constructor', '__proto__', 'toString', 'anything'])(
  'an address that says %s says nothing',
  async (word) => {
    const app = testApp()
    const shown = await app.browser().get(`/client-login?flash=${word}`)
    const plain = await app.browser().get('/client-login?flash=')
    expect([shown.status, shown.text]).toEqual([200, plain.text])
    const { browser } = await signedIn(app)
    const portal = await browser.get(`/client-portal?flash=${word}`)
    expect(portal.text).toBe((await browser.get('/client-portal?flash=')).text)
  },
)

/** One try to sign in, from an address of the network. */
const signInFrom = (app: TestApp, peer: string, address: string, given: string) =>
  app.browser(peer).post(login, { email: address, password: given })

test('the cookie of a customer lasts as long as the longest session: a day', async () => {
  const app = testApp()
  await signedIn(app)
  const { headers } = await app.browser().post('/api/client/login', { email, password })
  expect(headers.getSetCookie()).toEqual([
    expect.stringMatching(/^client=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})
