import { describe, expect, test } from 'vitest'
import { createFirstLink } from '#src/domain/staff/first-administrator.ts'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { wholeForm } from '../../support/app/application-answers.ts'
import type { Answer, Browser } from '../../support/app/browser.ts'
import { email, password, signedIn } from '../../support/app/clients.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { type TestApp, testApp } from '../../support/app/test-app.ts'

const told = 'Your browser does not keep our cookies'

type SignIn = [name: string, page: string, call: string, credentials: Record<string, string>]

const signIns: SignIn[] = [
  ['client', '/client-login', '/api/client/login', { email, password }],
  ['admin', '/admin', '/api/admin/login', reviewer],
]

async function appWith(name: string): Promise<TestApp> {
  const app = testApp()
  if (name === 'client') await signedIn(app)
  else await makeAdmin(app)
  return app
}

/** Returns where the browser goes next, with or without the answer's cookie. */
async function follow(browser: Browser, answer: Answer) {
  return browser.get(answer.headers.get('location') ?? '')
}

describe.each(signIns)(
  'at the %s sign-in a browser that keeps no cookies',
  (name, page, call, by) => {
    test('says after a form, for one minute, that the browser keeps no cookies, until it keeps them', async () => {
      const app = await appWith(name)
      const browser = app.browser()
      const answer = await browser.postForm(page, by)
      const kept = new Map(browser.cookies)
      browser.cookies.clear()
      const blocked = await follow(browser, answer)
      expect([blocked.status, blocked.text]).toEqual([200, expect.stringContaining(told)])
      app.clock.now += 60_000
      expect((await follow(browser, answer)).text).not.toContain(told)
      for (const [cookie, value] of kept) browser.cookies.set(cookie, value)
      expect((await follow(browser, answer)).status).toBe(303)
    })

    test('says after a call, by the address of the next page, that the browser keeps no cookies', async () => {
      const app = await appWith(name)
      const browser = app.browser()
      const { json } = await browser.post(call, by)
      browser.cookies.clear()
      const blocked = await browser.get(`${page}?cookie-set=${json?.cookieSet}`)
      expect(blocked.text).toContain(told)
      for (const mark of ['', 'soon', '-1', String(app.clock.now + 1)])
        expect((await browser.get(`${page}?cookie-set=${mark}`)).text).not.toContain(told)
    })
  },
)

test('says that the browser keeps no cookies before it asks for the code', async () => {
  const app = testApp()
  await withSecondFactor(app)
  const browser = app.browser()
  const answer = await browser.postForm('/admin', reviewer)
  expect((await follow(browser, answer)).text).toContain('Enter the code')
  browser.cookies.clear()
  expect((await follow(browser, answer)).text).toContain(told)
})

test('says that the browser keeps no cookies once its first account is made', async () => {
  const app = testApp()
  const browser = app.browser()
  const answer = await browser.postForm('/admin/first', {
    token: createFirstLink(app.deps) ?? '',
    username: 'owner',
    fullName: 'Olga Example',
    password: 'a gate by 7 rivers',
    confirmPassword: 'a gate by 7 rivers',
  })
  browser.cookies.clear()
  expect((await follow(browser, answer)).text).toContain(told)
})

describe('on the form without scripts a browser that keeps no cookies', () => {
  const told = 'so we cannot continue your draft'

  test('says after the first save that the browser keeps no cookies, and no longer once it keeps them', async () => {
    const browser = testApp().browser()
    const answer = await browser.postForm('/client-form', wholeForm({ step: 'next:1' }))
    const { text } = await follow(browser, answer)
    expect(text).not.toContain(told)
    const [, draft = ''] = /name="draft" value="([^"]*)"/.exec(text) ?? []
    const next = await browser.postForm('/client-form', wholeForm({ step: 'next:2', draft }))
    expect(next.headers.get('location') ?? '').not.toContain('cookie-set')
    browser.cookies.clear()
    expect((await follow(browser, answer)).text).toContain(told)
  })
})
