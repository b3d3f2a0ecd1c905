import { expect, test } from 'vitest'
import { refusals } from '#src/domain/refusal.ts'
import { pageBehind } from '../../support/app/browser.ts'
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

test('sets a password by the link in the email, and the sign-in then opens the portal', async () => {
  const app = testApp()
  const { browser } = await signedIn(app)
  expect((await browser.get('/api/client/me')).json).toEqual({ email })
  expect(emailsOf(app, 'password-set')).toMatchObject([{ to: { address: email } }])
})

test.each([
  ['/api/applications/7K3M-Q9TX-2VHD/pdf?version=signed', true],
  ['https://example.org/api/applications/7K3M-Q9TX-2VHD/pdf', false],
  ['/api/applications/7K3M-Q9TX-2VHD/pdf/../../../admin', false],
])('returns a sign-in to %s afterwards if that is a page of ours: %s', async (asked, leads) => {
  const app = testApp()
  const { id } = await signedIn(app)
  const opens = asked.replace('7K3M-Q9TX-2VHD', id)
  const address = `/client-login?opens=${encodeURIComponent(opens)}`
  const browser = app.browser()
  const next = leads ? opens : '/client-portal'
  expect((await browser.get(address)).text).toContain(`"next":"${next}"`)
  expect(await pageBehind(browser, await browser.postForm(address, { email, password }))).toBe(next)
})

test('uses a password link up when a password is set, not when its page opens, and stores no token', async () => {
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

test('says once after a new password without scripts that it was set, and fills in the address', async () => {
  const app = testApp()
  const { token } = await invited(app)
  const browser = app.browser()
  const form = { token, password, confirmPassword: password }
  const answer = await browser.postForm('/client/set-password', form)
  expect(answer.headers.get('location')).toBe('/client-login')
  const { text } = await browser.get('/client-login')
  for (const said of ['Password set successfully!', `value="${email}"`])
    expect(text).toContain(said)
  expect((await browser.get('/client-login')).text).not.toContain('Password set')
})

test.each(['by call', 'without scripts'])(
  'signs another customer out of this browser only, after a password was set %s',
  async (way) => {
    const app = testApp()
    const { browser } = await signedIn(app, { mainEmail: 'other@example.com' })
    const elsewhere = app.browser()
    await signIn(elsewhere, 'other@example.com')
    const { token } = await invited(app)
    const form = { token, password, confirmPassword: password }
    if (way === 'by call') await browser.post(set, form)
    else await browser.postForm('/client/set-password', form)
    expect((await browser.get('/client-login')).status).toBe(200)
    expect((await elsewhere.get('/api/client/me')).status).toBe(200)
  },
)

test('ends every session of a client when a new password is set', async () => {
  const app = testApp()
  const { id, browser } = await signedIn(app)
  const token = passwordToken(app, id)
  await app.browser().post(set, { token, password: 'another long one' })
  expect((await browser.get('/api/client/me')).status).toBe(401)
})

test('accepts one of twenty uses of a link at once, and refuses the others as invalid', async () => {
  const app = testApp()
  const { token } = await invited(app)
  const uses = Array.from({ length: 20 }, (_, at) =>
    app.browser().post(set, { token, password: `long enough ${at}` }),
  )
  const statuses = (await Promise.all(uses)).map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 400)])
})

test.each([
  ['shortie', 400, 'Password must be at least 8 characters'],
  ['x'.repeat(129), 400, 'Password must be 128 characters or fewer'],
  ['x'.repeat(128), 200, undefined],
])('judges a password by its length: %s', async (given, status, message) => {
  const app = testApp()
  const { token } = await invited(app)
  const answer = await app.browser().post(set, { token, password: given })
  expect(answer.status).toBe(status)
  expect(answer.json?.errors).toEqual(message && { password: message })
})

test.each(['password1', 'PassWord123', 'Liverpool1', '1qaz2wsx', '10081987'])(
  'refuses a common password at its field, and the link still works: %s',
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

test('sends three password emails a day to an address, and answers later requests the same', async () => {
  const app = testApp({ limitFactor: 1 })
  await invited(app)
  for (let times = 0; times < 5; times++) {
    const answer = await app.browser().post('/api/client/forgot-password', { email })
    expect(answer.status).toBe(200)
  }
  expect(emailsOf(app, 'set-password')).toHaveLength(3)
})

test('returns by "Send Another Email" to the form with the address, and sends nothing yet', async () => {
  const app = testApp()
  await invited(app)
  const again = { action: 'again', email }
  const { text } = await app.browser().postForm('/client/forgot-password', again)
  expect(text).toMatch(new RegExp(`<input[^>]* value="${email}"`))
  expect(text).toContain('Send Reset Link')
  expect(emailsOf(app, 'set-password')).toEqual([])
})

test('leaves no trace of a forged Host or request line in an email', async () => {
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
