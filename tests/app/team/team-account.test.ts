import { describe, expect, test } from 'vitest'
import { accessRecorded } from '#src/domain/audit/access-log.ts'
import { minutes } from '#src/domain/calendar.ts'
import { adminBrowser, makeAdmin, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
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

/** As it reads, without React's marks. */
const plain = (text: string) => text.replaceAll('<!-- -->', '')

const sessionIn = (text: string) => /name="session" value="([^"]+)"/.exec(text)?.[1] ?? ''

describe('the page of an account', () => {
  test('ends one session, which is an event, and then all', async () => {
    const { app, browser, path, clerks, act } = await stage()
    const [older, newer] = clerks
    const session = sessionIn((await browser.get(path)).text)
    expect((await act('end-session', { session })).headers.get('location')).toBe(
      `${path}?done=end-session`,
    )
    expect([await isSignedIn(older), await isSignedIn(newer)].toSorted()).toEqual([false, true])
    expect(app.dump().events?.at(-1)).toMatchObject({
      actor: 'reviewer',
      action: 'a session of clerk ended',
    })
    await act('sessions')
    expect([await isSignedIn(older), await isSignedIn(newer)]).toEqual([false, false])
    expect((await browser.get(path)).text).toContain('Not signed in anywhere')
  })
})

describe('what somebody did', () => {
  test('is listed newest first, with links, 50 events at a time, equal reads as one line', async () => {
    const { app, browser, clerks } = await stage()
    const path = '/admin/team/activity?who=clerk'
    const id = await submit(app.browser())
    await clerks[0].patch(`/api/applications/${id}/approve`, { customerCode: 'SAM-1' })
    for (let at = 0; at < 50; at++) {
      if (at === 25) app.clock.now += minutes(11)
      await clerks[0].get(`/admin/applications/${id}`)
    }
    await accessRecorded(app.deps)
    const newest = await browser.get(path)
    const link = `<a href="/admin/applications/${id}">Sample Calibration Works Ltd</a>`
    expect(plain(newest.text)).toContain(`clerk read the record of ${link}, 50 times`)
    expect(newest.text).not.toContain('SAM-1')
    const [, earlier = ''] = /href="([^"]+)"[^>]*>Earlier activity/.exec(newest.text) ?? []
    const { text } = await browser.get(`/admin/team/activity${earlier.replaceAll('&amp;', '&')}`)
    expect(plain(text)).toContain(`clerk approved the application of ${link}, customer code SAM-1`)
    expect(plain(text)).toContain('clerk signed in, 2 times')
    expect(text).not.toContain('Earlier activity')
    const mangled = await browser.get(`${path}&before=x`)
    expect([mangled.status, mangled.text]).toEqual([200, newest.text])
  })

  test('is shown of everybody, or of one kind', async () => {
    const { app, browser, clerks } = await stage()
    const id = await submit(app.browser())
    await clerks[0].patch(`/api/applications/${id}/approve`, { customerCode: 'SAM-1' })
    const listed = async (query: string) =>
      [
        ...(await browser.get(`/admin/team/activity?${query}`)).text.matchAll(
          /<\/time> (.+?)<\/p>/g,
        ),
      ].map(([, what = '']) => plain(what).replace(/<[^>]+>/g, ''))
    const approved =
      'clerk approved the application of Sample Calibration Works Ltd, customer code SAM-1'
    expect(await listed('')).toContainEqual(expect.stringMatching('clerk signed in, 2 times'))
    expect(await listed('what=applications')).toEqual([expect.stringContaining(approved)])
    expect(await listed('what=access')).not.toContainEqual(expect.stringContaining(approved))
    expect(await listed('what=nonsense&who=nobody')).toEqual(await listed(''))
  })
})
