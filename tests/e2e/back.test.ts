import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { plantApplication, signInByCall } from '../support/browser/e2e-admin.ts'
import { awake } from '../support/browser/e2e-browser.ts'
import { customerOf } from '../support/browser/e2e-client.ts'
import { commonSite } from '../support/browser/e2e-site.ts'

const site = commonSite()
const customer = customerOf(site)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Chromium tells of every cleared cache and every 401 by itself. */
const spoken = /Clear-Site-Data|status of 401/

/** As a browser does that has kept the page as it was, where this one reads it again. */
const comeBackKept = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })

test('shows what was typed after Back to the form', async () => {
  const { page } = await site.guest()
  await page.goto('/client-form')
  await awake(page)
  await page.fill('[name=businessName]', 'Typed Before Ltd')
  await page.goto('/terms-conditions')
  await page.goBack()
  await awake(page)
  await expect.poll(() => page.inputValue('[name=businessName]')).toBe('Typed Before Ltd')
  await comeBackKept(page)
  await awake(page)
  await expect.poll(() => page.inputValue('[name=businessName]')).toBe('Typed Before Ltd')
})

test('leads to the sign-in after Back to the portal from a sign-out, and shows nothing of the customer', async () => {
  const { page } = await site.guest({}, spoken)
  await customer.enter(page)
  await awake(page)
  await page.getByText('Application Status').waitFor()
  await press(page, 'Logout')
  await page.waitForURL('**/client-login*')
  await page.goBack()
  await page.waitForURL('**/client-login*')
  expect(await page.content()).not.toContain(customer.email)
})

test('leads a portal that the browser has cached to the sign-in when its session is over', async () => {
  const { page } = await site.guest({}, spoken)
  await customer.enter(page)
  await awake(page)
  await page.context().clearCookies()
  await comeBackKept(page)
  await page.waitForURL('**/client-login*')
})

test('shows the decision after Back to the record, and no longer offers it', async () => {
  const { page } = await site.guest({}, spoken)
  await signInByCall(page)
  const id = await plantApplication(site.server, 'Decided and Gone Back')
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
  await press(page, 'Reject Application')
  await press(page, 'Reject & Send Email')
  await page.locator('.review-head .badge', { hasText: 'Rejected' }).waitFor()
  await page.goto('/admin/dashboard')
  await page.goBack()
  await awake(page)
  await page.locator('.review-head .badge', { hasText: 'Rejected' }).waitFor()
  expect(await page.getByRole('button', { name: 'Reject Application' }).count()).toBe(0)
})

test('shows nothing after Back to the back office from a sign-out, and has no password in the sign-in', async () => {
  const { page } = await site.guest({}, spoken)
  await signInByCall(page)
  const id = await plantApplication(site.server, 'Not For Strangers')
  await page.goto(`/admin/applications/${id}`)
  await awake(page)
  await press(page, 'Logout')
  await page.waitForURL((url) => url.pathname === '/admin')
  await page.goBack()
  await page.waitForURL((url) => url.pathname === '/admin')
  expect(await page.content()).not.toContain('Not For Strangers')
  await awake(page)
  await page.getByLabel('Password', { exact: true }).fill('left in the field')
  await comeBackKept(page)
  await expect.poll(() => page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
})
