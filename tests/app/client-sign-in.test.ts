import { expect, test } from 'vitest'
import { tellOfGuesses } from '#src/domain/outbox/email-requests.ts'
import { email, invited, lettersOf, password, signedIn, signIn } from '../support/clients.ts'
import { type TestApp, testApp } from '../support/test-app.ts'

const login = '/api/client/login'
const hour = 60 * 60 * 1000

test('every failed sign-in is answered alike: unknown, without a password yet, wrong, too long', async () => {
  const house = testApp()
  await signedIn(house)
  await invited(house, { mainEmail: 'second@example.com' })
  const tries = [
    { email: 'nobody@example.com', password },
    { email: 'second@example.com', password },
    { email, password: `${password}!` },
    { email, password: 'x'.repeat(3000) },
  ]
  for (const given of tries) {
    const { status, text } = await house.browser().post(login, given)
    expect([status, text]).toEqual([401, '{"message":"Invalid email or password"}'])
  }
})

test('ten failures close the account to that address for a while, and to no other', async () => {
  const house = testApp({ limitFactor: 1 })
  await signedIn(house)
  const attempt = (given: string, peer: string) => signInFrom(house, peer, email, given)
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
  const house = testApp({ limitFactor: 1 })
  await signedIn(house)
  const guess = (address: string, peer: string) => signInFrom(house, peer, address, 'wrong wrong')
  for (let times = 0; times < 10; times++) await guess(email, '192.0.2.1')
  expect(lettersOf(house, 'sign-in-paused')).toEqual([])
  for (const peer of ['192.0.2.1', '192.0.2.2'])
    for (let times = 0; times < 13; times++) await guess(email.toUpperCase(), peer)
  for (let times = 0; times < 13; times++) await guess('nobody@example.com', '192.0.2.1')
  expect(lettersOf(house, 'sign-in-paused')).toMatchObject([{ to: { address: email } }])
})

test('whatever multiplies the limits, an owner hears of guesses once in a day, and again on the next', async () => {
  const house = testApp()
  await signedIn(house)
  for (const after of [0, hour, 23 * hour - 1]) {
    house.clock.now += after
    await tellOfGuesses(house.deps, email)
    expect(lettersOf(house, 'sign-in-paused')).toHaveLength(1)
  }
  house.clock.now += 1
  await tellOfGuesses(house.deps, email)
  expect(lettersOf(house, 'sign-in-paused')).toHaveLength(2)
})

test('of more sign-ins at once than can be checked, those beyond the queue are asked to come again', async () => {
  const house = testApp()
  await signedIn(house)
  const tries = Array.from({ length: 60 }, () =>
    house.browser().post(login, { email, password: 'wrong wrong' }),
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
  await signIn(house.browser())
})

test('a session ends after two idle hours, and after a day in any case', async () => {
  const house = testApp()
  const { browser } = await signedIn(house)
  for (let times = 0; times < 23; times++) {
    house.clock.now += hour
    expect((await browser.get('/api/client/me')).status).toBe(200)
  }
  house.clock.now += hour
  expect((await browser.get('/api/client/me')).status).toBe(401)
  await signIn(browser)
  house.clock.now += 2 * hour
  expect((await browser.get('/api/client/me')).status).toBe(401)
})

test('signing out is always 200, ends the session and empties the cache', async () => {
  const house = testApp()
  const { browser } = await signedIn(house)
  const kept = browser.cookies.get('client') ?? ''
  const out = await browser.post('/api/client/logout')
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
  browser.cookies.set('client', kept)
  expect((await browser.get('/api/client/me')).status).toBe(401)
  expect((await house.browser().post('/api/client/logout')).status).toBe(200)
})

test('a sign-in makes a new session and ends the one that the browser had', async () => {
  const house = testApp()
  const { browser } = await signedIn(house)
  const before = browser.cookies.get('client') ?? ''
  await signIn(browser)
  const old = house.browser()
  old.cookies.set('client', before)
  expect((await old.get('/api/client/me')).status).toBe(401)
  expect((await browser.get('/api/client/me')).status).toBe(200)
})

test('who is signed in goes straight on from the sign-in, anybody else from the portal to it', async () => {
  const house = testApp()
  const { browser } = await signedIn(house)
  const on = await browser.get('/client-login')
  expect([on.status, on.headers.get('location')]).toEqual([303, '/client-portal'])
  const away = await house.browser().get('/client-portal')
  expect([away.status, away.headers.get('location')]).toEqual([303, '/client-login'])
})

test.each(['constructor', '__proto__', 'toString', 'anything'])(
  'an address that says %s says nothing',
  async (word) => {
    const house = testApp()
    const shown = await house.browser().get(`/client-login?said=${word}`)
    const plain = await house.browser().get('/client-login?said=')
    expect([shown.status, shown.text]).toEqual([200, plain.text])
    const { browser } = await signedIn(house)
    const portal = await browser.get(`/client-portal?said=${word}`)
    expect(portal.text).toBe((await browser.get('/client-portal?said=')).text)
  },
)

/** One try to sign in, from an address of the network. */
const signInFrom = (house: TestApp, peer: string, address: string, given: string) =>
  house.request(
    login,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: address, password: given }),
    },
    peer,
  )
