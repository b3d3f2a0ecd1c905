import { describe, expect, test } from 'vitest'
import { makeAdmin, reviewer } from '../../support/app/admins.ts'
import { submit } from '../../support/app/applicants.ts'
import { type Browser, pageBehind } from '../../support/app/browser.ts'
import { withSecondFactor } from '../../support/app/second-factor.ts'
import { testApp } from '../../support/app/test-app.ts'
import { appWithProvider, connected, throughProvider } from '../../support/openid.ts'

const locationOf = ({ headers }: { headers: Headers }) => headers.get('location')

const record = '/admin/applications/AAAA-AAAA-AAAA?list=status%3Dsubmitted&edit=1'
const signIn = `/admin?${new URLSearchParams({ opens: record })}`

async function enterPassword(browser: Browser, address: string, as = reviewer) {
  return pageBehind(browser, await browser.postForm(address, as))
}

describe('a visitor who opens a page without a session', () => {
  test('returns a visitor to the requested page with its list after the sign-in', async () => {
    const app = testApp()
    await makeAdmin(app)
    const browser = app.browser()
    expect(locationOf(await browser.get(record))).toBe(signIn)
    expect((await browser.get(signIn)).text).toContain(`"next":"${record.replace('&', '&amp;')}"`)
    expect(await enterPassword(browser, signIn)).toBe(record)
    expect(locationOf(await browser.get(signIn))).toBe(record)
  })

  test('returns a visitor to the requested page after the code of the second step', async () => {
    const app = testApp()
    const { codeAt } = await withSecondFactor(app)
    const browser = app.browser()
    expect(await enterPassword(browser, signIn)).toBeNull()
    app.clock.now += 60_000
    const code = { action: 'code', code: await codeAt(app.clock.now) }
    expect(locationOf(await browser.postForm(signIn, code))).toBe(record)
  })

  test('returns a visitor to the requested page from the provider, also after a failure there', async () => {
    const made = await appWithProvider()
    await connected(made, 'ann')
    const browser = made.app.browser()
    const begin = `/api/admin/sign-in?${new URLSearchParams({ opens: record })}`
    made.standIn.wrongs.subject = 'nobody-here'
    expect(await throughProvider(made.standIn, browser, begin)).toBe(`${signIn}&provider=nobody`)
    made.standIn.wrongs.subject = 'ann-at-the-provider'
    expect(await throughProvider(made.standIn, browser, begin)).toBe(record)
  })

  test('returns a visitor whose role may not see the page, and says so', async () => {
    const app = testApp()
    await makeAdmin(app, { ...reviewer, username: 'viewer', role: 'viewer' })
    const browser = app.browser()
    const settings = locationOf(await browser.get('/admin/company')) ?? ''
    const viewer = { ...reviewer, username: 'viewer' }
    expect(await enterPassword(browser, settings, viewer)).toBe('/admin/company')
    expect((await browser.get('/admin/company')).status).toBe(403)
  })

  test('does not show an earlier success message again after the sign-in', async () => {
    const app = testApp()
    const id = await submit(app.browser())
    const path = `/admin/applications/${id}`
    const answer = await app.browser().get(`${path}?done=approve`)
    expect(locationOf(answer)).toBe(`/admin?${new URLSearchParams({ opens: path })}`)
  })
})

test.each([
  'https://example.com/admin/company',
  '//example.com/admin/company',
  '/\\example.com/admin/company',
  'http://[/admin/company',
  '/admin/..//example.com',
  '/admin/%2e%2e//example.com',
  'javascript:alert(1)//admin/',
  '/client-portal',
  '/adminx/dashboard',
  '/admin/customers/ledger',
  `/admin/company?more=${'x'.repeat(981)}`,
])('does not follow an address outside the back office: %s', async (opens) => {
  const app = testApp()
  await makeAdmin(app)
  const address = `/admin?${new URLSearchParams({ opens })}`
  const browser = app.browser()
  expect(await enterPassword(browser, address)).toBe('/admin/dashboard')
})

test('follows an address of 1,000 characters, and leaves out the default address of the dashboard', async () => {
  const app = testApp()
  await makeAdmin(app)
  const browser = app.browser()
  expect(locationOf(await browser.get('/admin/dashboard'))).toBe('/admin')
  const opens = `/admin/company?more=${'x'.repeat(980)}`
  const address = `/admin?${new URLSearchParams({ opens })}`
  expect(await enterPassword(browser, address)).toBe(opens)
})

test.each(['/admin/', '/admin/dashboard/', '/admin/company//', '/admin/nothing', '/admin/admin'])(
  'does not remember an address that does not exist: %s is 404, even with a session',
  async (path) => {
    const app = testApp()
    await makeAdmin(app)
    const browser = app.browser()
    expect((await browser.get(path)).status).toBe(404)
    expect((await browser.postForm(path, {})).status).toBe(404)
    await enterPassword(browser, '/admin')
    expect((await browser.get(path)).status).toBe(404)
  },
)

test('stays on a sign-in page that a failed session check has opened, even with a session', async () => {
  const app = testApp()
  await makeAdmin(app)
  const browser = app.browser()
  await enterPassword(browser, '/admin')
  expect(locationOf(await browser.get('/admin'))).toBe('/admin/dashboard')
  expect((await browser.get('/admin?check=failed')).status).toBe(200)
})
