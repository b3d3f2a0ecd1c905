import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { adminEnv, awake, openAsAdmin, signInByCall } from '../../support/browser/e2e-admin.ts'
import { enter, says } from '../../support/browser/e2e-client.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const expected = /500|net::ERR_FAILED|Failed to load/

const customer = (page: Page) => enter(site.server, page)

test.each([
  ['portal', '/api/client/me', customer, /\/client-login\?check=failed$/, 'the portal'],
  ['dashboard', '/api/admin/me', openAsAdmin, /\/admin\?check=failed$/, 'the dashboard'],
])(
  'a %s whose session cannot be checked goes to the sign-in once, which says so',
  async (...row) => {
    const [, call, open, signInPage, name] = row
    const { page } = await site.guest({}, expected)
    await open(page)
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
    const start = page.url()
    await page.route(`**${call}`, (route) => route.fulfill({ status: 500, body: '{}' }))
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(frame.url()))
    await page.goto(start)
    await page.waitForURL(signInPage)
    await says(page, 'Your sign-in could not be checked')
    await page.waitForLoadState('networkidle')
    expect(visited.map((url) => new URL(url).pathname)).toEqual([
      new URL(start).pathname,
      new URL(page.url()).pathname,
    ])
    await page.unroute(`**${call}`)
    await page.getByRole('link', { name: `go back to ${name}` }).click()
    await page.waitForURL(start.replace(/\?.*/, '*'))
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
  },
)

test('a portal without a connection stays, says so, and checks again when the network returns', async () => {
  const { page } = await site.guest({}, expected)
  await customer(page)
  await page.route('**/api/client/me', (route) => route.abort())
  await page.goto('/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Typed on a train')
  await says(page, 'Unable to connect. Your sign-in could not be checked.')
  await page.unroute('**/api/client/me')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Buyer name').inputValue()).toBe('Typed on a train')
})

test.each(['/admin/dashboard', '/admin/email-settings', '/client-portal'])(
  'every answer that %s asks for is read, so that no connection stays taken',
  async (path) => {
    const { page } = await site.guest()
    await (path.startsWith('/admin') ? signInByCall(page) : customer(page))
    await page.addInitScript(keepAnswers)
    await page.goto(path)
    await awake(page)
    const bodies = () =>
      page.evaluate(() =>
        (window as unknown as { answers: Response[] }).answers.map(({ url, bodyUsed }) => ({
          me: url.endsWith('/me'),
          bodyUsed,
        })),
      )
    await expect.poll(bodies).toContainEqual({ me: true, bodyUsed: true })
    await expect.poll(async () => (await bodies()).every(({ bodyUsed }) => bodyUsed)).toBe(true)
  },
)

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
