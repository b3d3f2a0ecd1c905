import { describe, expect, test } from 'vitest'
import { minutes } from '#src/domain/calendar.ts'
import { adminBrowser, makeAdmin, onAccount, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1'
const isSignedIn = async (browser: Browser) => (await browser.get('/api/admin/me')).status === 200
const path = '/admin/account'
const othersIn = (html: string) =>
  [...html.matchAll(/name="session" value="([^"]+)"/g)].map(([, id = '']) => id)

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
  const [other = ''] = othersIn((await own.get(path)).text)
  return { app, own, lost, other }
}

describe('an account', () => {
  test('lists an administrator’s own open sessions with browser, address and times', async () => {
    const { own } = await stage()
    const { text } = await own.get(path)
    expect(text).toMatch(/Firefox on Linux<\/strong>(<!-- -->)? \(this browser\)/)
    expect(text).toContain('aria-label="Sign Out: Safari on iPhone"')
    expect(text).toContain('Since 20 November 2026 at 10:10')
    expect(text).toContain('Last seen 20 November 2026 at 10:00')
    expect(othersIn(text)).toHaveLength(1)
  })

  test('ends one of an administrator’s own sessions and records an event', async () => {
    const { app, own, lost, other } = await stage()
    const { headers } = await onAccount(own, 'end-session', { session: other })
    expect((await own.get(headers.get('location') ?? '')).text).toContain('has been ended')
    expect([await isSignedIn(own), await isSignedIn(lost)]).toEqual([true, false])
    expect(othersIn((await own.get(path)).text)).toEqual([])
    const last = app.dump().events?.at(-1)
    const ended = { action: 'staff session ended', subject: 'reviewer' }
    expect(last).toMatchObject({ actor: 'reviewer', ...ended })
  })

  test('refuses to end somebody else’s session', async () => {
    const { app, lost, other } = await stage()
    const stranger = await adminBrowser(app, { ...reviewer, username: 'another' })
    await onAccount(stranger, 'end-session', { session: other })
    expect(await isSignedIn(lost)).toBe(true)
  })
})
