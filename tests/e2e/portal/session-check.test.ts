import type { Page, Route } from 'playwright'
import { describe, expect, test } from 'vitest'
import { awake, openAsAdmin, signInByCall } from '../../support/browser/e2e-admin.ts'
import { customerOf, password, says } from '../../support/browser/e2e-client.ts'
import { commonSite, regular } from '../../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)
/** The browser's own lines for a check that fails. */
const failedChecks = /status of 500|ERR_FAILED/
const visit = regular(site, {}, failedChecks)

const openAsCustomer = (page: Page) => customer.enter(page)

const screens = [
  ['portal', '/client-portal', openAsCustomer, '/client-login'],
  ['dashboard', '/admin/dashboard', openAsAdmin, '/admin'],
] as const

describe.each([
  ['fails', (route: Route) => route.fulfill({ status: 500, body: '{}' })],
  ['gets no answer', (route: Route) => route.abort()],
])('a session check that %s', (_, fail) => {
  test.each(screens)('takes the %s to the sign-in once', async (name, path, open, signInPage) => {
    const { page } = visit
    await page.route('**/me', fail)
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await open(page)
    await page.waitForURL(`**${signInPage}?check=failed`)
    await says(page, 'Your sign-in could not be checked')
    await page.waitForLoadState('networkidle')
    expect(await page.locator('#toasts .toast').count()).toBe(0)
    expect(visited.map((url) => new URL(url).pathname)).toEqual([path, signInPage])
    await page.unroute('**/me')
    await page.getByRole('link', { name: `go back to the ${name}` }).click()
    await page.waitForURL(`**${path}`)
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
  })

  test('costs nothing that was typed while the sign-in page fails too, and is tried again', async () => {
    const { page } = await site.guest({}, failedChecks)
    await page.clock.install()
    await page.route(/\/me$|check=failed$/, fail)
    await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
    await page.getByLabel('Buyer name').fill('Typed on a train')
    await says(page, 'Unable to connect. Your sign-in could not be checked.')
    await page.unrouteAll()
    await page.clock.fastForward(5_000)
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed on a train')
  })

  test('once, and succeeds right after that, leaves the page alone', async () => {
    const { page } = visit
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.route('**/me', fail, { times: 1 })
    await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
    await page.getByLabel('Buyer name').fill('Typed on a train')
    const me = () => asked.filter((path) => path === '/api/client/me').length
    await expect.poll(me).toBe(2)
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
    expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed on a train')
  })
})

test('a portal whose network returns checks again at once', async () => {
  const { page } = visit
  await page.route(/\/me$|check=failed$/, (route) => route.abort())
  await customer.enter(page)
  await says(page, 'Unable to connect. Your sign-in could not be checked.')
  await page.unrouteAll()
  const line = await page.evaluate(() => {
    dispatchEvent(new Event('online'))
    return document.getElementById('checking')?.textContent
  })
  expect(line).toBe('Checking authentication...')
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
})

test('every answer that a page asks for is read, so that no connection stays taken', async () => {
  const { page } = await site.guest()
  await signInByCall(page)
  await customer.enter(page)
  await page.addInitScript(keepAnswers)
  const bodies = () =>
    page.evaluate(() =>
      (window as unknown as { answers: Response[] }).answers.map(({ url, bodyUsed }) => ({
        me: url.endsWith('/me'),
        bodyUsed,
      })),
    )
  for (const message of ['/admin/dashboard', '/admin/email-settings', '/client-portal']) {
    await page.goto(message)
    await awake(page)
    await expect.poll(bodies, { message }).toContainEqual({ me: true, bodyUsed: true })
    const all = async () => (await bodies()).every(({ bodyUsed }) => bodyUsed)
    await expect.poll(all, { message }).toBe(true)
  }
})

test('the portal opens at its top on a phone, whatever section its address asks for', async () => {
  const { page } = await site.guest({ viewport: { width: 320, height: 568 } })
  for (const query of ['', '?tab=delivery', '?tab=buyer&edit=buyer']) {
    await customer.enter(page, `/client-portal${query}`)
    await page.getByRole('tab', { name: 'Buyer' }).waitFor()
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('a session that ends while somebody types says so, and Save goes through after a sign-in beside it', async () => {
  const { page, context } = visit
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Late Example')
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('#section-notice:focus').waitFor()
  const beside = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in again (opens in new tab)' }).click()
  const tab = await beside
  await tab.getByLabel('Email').fill(customer.email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Login' }).click()
  await tab.waitForURL('**/client-portal*')
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Your changes have been saved')
  await page.getByText('Late Example').waitFor()
})

test('without scripts a Save after the session leads to the sign-in, which says why', async () => {
  const { page, context } = await site.guest({ javaScriptEnabled: false })
  await customer.enter(page, '/client-portal?tab=buyer&edit=buyer')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/client-login*')
  await says(page, 'Your session has ended')
})

/** Keeps every answer that the scripts of a page get. */
function keepAnswers() {
  const asked = window.fetch
  const answers: Response[] = []
  Object.assign(window, { answers })
  window.fetch = async (...request) => {
    const answer = await asked(...request)
    answers.push(answer)
    return answer
  }
}
