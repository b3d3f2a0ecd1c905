import { describe, expect, test } from 'vitest'
import { minutes } from '#src/domain/durations.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

type Session = { id: string; isOwn: boolean }

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
const isSignedIn = async (browser: Browser) => (await browser.get('/api/admin/me')).status === 200
const sessionsOf = async (browser: Browser) =>
  (await browser.get('/api/admin/account')).json?.sessions as Session[]

/** One account, signed in on a phone and, ten minutes later, on a computer. */
async function stage() {
  const app = testApp()
  await makeAdmin(app)
  const signIn = async (agent: string) => {
    const browser = app.browser()
    await browser.post('/api/admin/login', reviewer, agent ? { 'user-agent': agent } : {})
    return browser
  }
  const lost = await signIn(phone)
  app.clock.now += minutes(10)
  const own = await signIn('')
  const [, other] = await sessionsOf(own)
  return { app, own, lost, other: other?.id ?? '' }
}

const endByCall = (browser: Browser, session: string) =>
  browser.send('/api/admin/account/sessions', {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ session }),
  })
const endByForm = (browser: Browser, session: string) =>
  browser.postForm('/admin/dashboard', { action: 'end-session', session })

describe('an account', () => {
  test('lists its own open sessions with browser, address and times', async () => {
    const { own } = await stage()
    expect(await sessionsOf(own)).toMatchObject([
      { browser: 'Firefox on Linux', since: '2026-11-20T10:10:00.000Z', isOwn: true },
      { browser: 'Safari on iPhone', lastSeen: '2026-11-20T10:00:00.000Z', isOwn: false },
    ])
    const { text } = await own.get('/admin/dashboard?dialog=account')
    expect(text).toMatch(/Firefox on Linux<\/strong>(<!-- -->)? \(this browser\)/)
    expect(text).toContain('aria-label="Sign out: Safari on iPhone"')
  })

  test.each([
    ['a call', endByCall, 200],
    ['a form', endByForm, 200],
  ] as const)('ends one of them, which is an event, by %s', async (_, end, status) => {
    const { app, own, lost, other } = await stage()
    expect((await end(own, other)).status).toBe(status)
    expect([await isSignedIn(own), await isSignedIn(lost)]).toEqual([true, false])
    expect(await sessionsOf(own)).toHaveLength(1)
    const last = app.dump().events?.at(-1)
    expect(last).toMatchObject({ actor: 'reviewer', action: 'a session of reviewer ended' })
  })

  test('ends none of somebody else', async () => {
    const { app, lost, other } = await stage()
    const stranger = await adminBrowser(app, { ...reviewer, username: 'another' })
    await endByCall(stranger, other)
    await endByForm(stranger, other)
    expect(await isSignedIn(lost)).toBe(true)
  })
})

test('the page that follows a change of password knows the new session as the own one', async () => {
  const { own } = await stage()
  const { text } = await own.postForm('/admin/dashboard', {
    action: 'password',
    currentPassword: reviewer.password,
    newPassword: 'another kettle of brass',
  })
  expect(text).toContain('(this browser)')
  expect(text).not.toContain('aria-label="Sign out:')
})

test('/api/admin/me says the role', async () => {
  const viewer = await adminBrowser(testApp(), { ...reviewer, role: 'viewer' })
  expect((await viewer.get('/api/admin/me')).json).toMatchObject({ role: 'viewer' })
})
