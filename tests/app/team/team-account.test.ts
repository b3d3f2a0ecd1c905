import { describe, expect, test } from 'vitest'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import type { Browser } from '../../support/app/browser.ts'
import { testApp } from '../../support/app/test-app.ts'

const clerk = { username: 'clerk', password: reviewer.password, role: 'reviewer' } as const
const isSignedIn = async (browser: Browser) => (await browser.get('/api/admin/me')).status === 200

/** An administrator, and a reviewer who is signed in twice. */
async function stage() {
  const app = testApp()
  const browser = await adminBrowser(app)
  const path = `/admin/team/${(await makeAdmin(app, clerk)).id}`
  const signIn = async () => {
    const clerks = app.browser()
    await clerks.post('/api/admin/login', clerk)
    return clerks
  }
  const clerks = [await signIn(), await signIn()] as const
  const act = (action: string, fields = {}) => browser.postForm(path, { action, ...fields })
  return { app, browser, path, clerks, act }
}

const sessionIn = (text: string) => /name="session" value="([^"]+)"/.exec(text)?.[1] ?? ''

describe('the page of an account', () => {
  test('ends one session of an account, with an event, and then all', async () => {
    const { app, browser, path, clerks, act } = await stage()
    const [older, newer] = clerks
    const session = sessionIn((await browser.get(path)).text)
    expect((await act('end-session', { session })).headers.get('location')).toBe(
      `${path}?done=end-session`,
    )
    expect([await isSignedIn(older), await isSignedIn(newer)].toSorted()).toEqual([false, true])
    expect(app.dump().events?.at(-1)).toMatchObject({
      actor: 'reviewer',
      action: 'staff session ended',
      subject: 'clerk',
    })
    await act('sessions')
    expect([await isSignedIn(older), await isSignedIn(newer)]).toEqual([false, false])
    expect((await browser.get(path)).text).toContain('Not signed in anywhere')
  })
})
