import { expect, test } from 'vitest'
import { refusals } from '#src/domain/refusal.ts'
import {
  email,
  emailsOf,
  invited,
  password,
  passwordToken,
  signedIn,
  signIn,
} from '../../support/app/clients.ts'
import { testApp } from '../../support/app/test-app.ts'

const set = '/api/client/set-password'
const invalid = { message: 'Invalid or expired token' }

test('the link of the email sets a password, and the sign-in then opens the portal', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  expect((await browser.get('/api/client/me')).json).toEqual({ email })
  expect(emailsOf(app, 'password-changed')).toMatchObject([{ to: { address: email } }])
})

test('opening the page uses nothing up, a password does, and nothing keeps the token itself', async () => {
  const app = testApp()
  const { token } = await invited(app)
  for (let times = 0; times < 3; times++) {
    const shown = await app.browser().get(`/client/set-password?token=${token}`)
    expect(shown.headers.get('referrer-policy')).toBe('same-origin')
  }
  expect((await app.browser().post(set, { token, password })).status).toBe(200)
  const again = await app.browser().post(set, { token, password: 'another long one' })
  expect([again.status, again.json]).toEqual([400, invalid])
  expect(JSON.stringify([app.dump(), app.logged()])).not.toContain(token)
})

test('of a hundred uses at once one wins, and the others hear of a bad token', async () => {
  const app = testApp()
  const { token } = await invited(app)
  const uses = Array.from({ length: 100 }, (_, at) =>
    app.browser().post(set, { token, password: `long enough ${at}` }),
  )
  const statuses = (await Promise.all(uses)).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 99 }, () => 400)])
})

test('a link is void after 24 hours, and once another one has been sent', async () => {
  const app = testApp()
  const { id, token } = await invited(app)
  const newer = passwordToken(app, id)
  expect((await app.browser().post(set, { token, password })).json).toEqual(invalid)
  app.clock.now += 24 * 60 * 60 * 1000
  expect((await app.browser().post(set, { token: newer, password })).json).toEqual(invalid)
})

test('a dead link says so when it is opened and when it is posted, with the way to a new one', async () => {
  const app = testApp()
  const { id, token: older } = await invited(app)
  const token = passwordToken(app, id)
  const page = (link: string) => app.browser().get(`/client/set-password?token=${link}`)
  const live = await page(token)
  expect([live.status, live.text]).toEqual([200, expect.stringContaining('name="password"')])
  app.clock.now += 24 * 60 * 60 * 1000
  const form = { token, password: 'short', confirmPassword: 'other' }
  const posted = await app.browser().postForm('/client/set-password', form)
  for (const { status, text } of [await page(token), await page(older), await page('x'), posted]) {
    expect(status).toBe(400)
    expect(text).toContain('This password setup link is invalid or has expired.')
    expect(text).toContain('href="/client/forgot-password"')
    expect(text).not.toContain('name="password"')
  }
})

test('a new password ends every session', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  await app.browser().post(set, { token: passwordToken(app, id), password: 'a new long one' })
  expect((await browser.get('/api/client/me')).status).toBe(401)
})

test.each([
  ['shortie', 400, 'Password must be at least 8 characters'],
  ['x'.repeat(129), 400, 'Password must be 128 characters or fewer'],
  ['x'.repeat(128), 200, undefined],
])('a password of its length is judged: %s', async (given, status, message) => {
  const app = testApp()
  const { token } = await invited(app)
  const answer = await app.browser().post(set, { token, password: given })
  expect(answer.status).toBe(status)
  expect(answer.json?.errors).toEqual(message && { password: message })
})

test('a password that could be set opens the portal, however many bytes its characters have', async () => {
  const app = testApp()
  const { token } = await invited(app)
  const given = '\u{FDFA}'.repeat(128)
  expect((await app.browser().post(set, { token, password: given })).status).toBe(200)
  const signIn = await app.browser().post('/api/client/login', { email, password: given })
  expect(signIn.status).toBe(200)
})

test.each(['password1', 'PassWord123', 'Liverpool1', '1qaz2wsx', '10081987'])(
  'a common password is refused beside its field, and the link still works: %s',
  async (given) => {
    const app = testApp()
    const { token } = await invited(app)
    const answer = await app.browser().post(set, { token, password: given })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      message: refusals.commonPassword,
      errors: { password: refusals.commonPassword },
    })
    expect((await app.browser().post(set, { token, password })).status).toBe(200)
  },
)

test('a common password is refused beside its field without scripts too', async () => {
  const app = testApp()
  const { token } = await invited(app)
  const form = { token, password: 'sunshine', confirmPassword: 'sunshine' }
  const { status, text } = await app.browser().postForm('/client/set-password', form)
  expect(status).toBe(400)
  expect(text).toContain('href="#set-password-password"')
  expect(text).toContain(refusals.commonPassword)
  expect(text).toContain(`name="token" value="${token}"`)
})

test('a forgotten password is answered alike for every address; only an owner gets an email', async () => {
  const app = testApp()
  await invited(app)
  const ask = (address: string) =>
    app.browser().post('/api/client/forgot-password', { email: address })
  const [known, unknown] = [await ask(` ${email.toUpperCase()} `), await ask('nobody@example.com')]
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text])
  expect(known.status).toBe(200)
  expect(emailsOf(app, 'set-password')).toMatchObject([{ to: { address: email } }])
  const bad = await ask('no address')
  expect([bad.status, bad.json?.message]).toEqual([400, 'Please enter a valid email address'])
})

test('an address is written to three times a day, and later questions are answered the same', async () => {
  const app = testApp({ limitFactor: 1 })
  await invited(app)
  for (let times = 0; times < 5; times++) {
    const answer = await app.browser().post('/api/client/forgot-password', { email })
    expect(answer.status).toBe(200)
  }
  expect(emailsOf(app, 'set-password')).toHaveLength(3)
})

test('a forged Host, or a request line with another one, leaves no trace in an email', async () => {
  const app = testApp()
  await invited(app)
  const ask = async (host: string) => {
    const headers = { host, 'content-type': 'application/json', 'x-forwarded-host': 'evil.example' }
    const path = 'http://evil.example/api/client/forgot-password'
    const body = JSON.stringify({ email })
    return (await app.request(path, { method: 'POST', headers, body })).status
  }
  expect(await ask('evil.example')).toBe(421)
  expect(emailsOf(app, 'set-password')).toHaveLength(0)
  expect(await ask('localhost:3000')).toBe(200)
  expect(emailsOf(app, 'set-password')).toHaveLength(1)
  expect(JSON.stringify(app.dump())).not.toContain('evil.example')
})

test('a stored hash that cannot be read is a failed sign-in', async () => {
  const app = testApp()
  await signedIn(app)
  app.deps.db.sqlite.prepare('update clients set password_hash = ?').run('no hash')
  await expect(signIn(app.browser())).rejects.toThrow('401')
})
