import { expect, test } from 'vitest'
import { enter, password, says } from '../../support/browser/e2e-client.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite()

test('the portal opens at its top on a phone, whatever section its address asks for', async () => {
  const visit = await site.guest({ viewport: { width: 320, height: 568 } })
  const { page } = visit
  await enter(site.server, page)
  for (const query of ['', '?tab=delivery', '?tab=buyer&edit=buyer']) {
    await page.goto(`/client-portal${query}`)
    await page.locator('[data-awake=true]').first().waitFor({ state: 'attached' })
    await page.locator('#checking:empty').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }
})

test('a session that ends while somebody types says so, and Save goes through after a sign-in beside it', async () => {
  const visit = await site.guest()
  const { page, context } = visit
  const email = await enter(site.server, page, '/client-portal?tab=buyer&edit=buyer')
  await page.getByLabel('Buyer name').fill('Late Example')
  await page.locator('#checking:empty').waitFor({ state: 'attached' })
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('#section-notice:focus').waitFor()
  const beside = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Sign in again (opens in new tab)' }).click()
  const tab = await beside
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password').fill(password)
  await tab.getByRole('button', { name: 'Login' }).click()
  await tab.waitForURL('**/client-portal*')
  await page.getByRole('button', { name: 'Save' }).click()
  await says(page, 'Your changes have been saved')
  await page.getByText('Late Example').waitFor()
})

test('without scripts a Save after the session leads to the sign-in, which says why', async () => {
  const visit = await site.guest({ javaScriptEnabled: false })
  const { page, context } = visit
  await enter(site.server, page, '/client-portal?tab=buyer&edit=buyer')
  await context.clearCookies()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/client-login*')
  await says(page, 'Your session has ended')
})
