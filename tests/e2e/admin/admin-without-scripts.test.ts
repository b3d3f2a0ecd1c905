import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { adminEnv, plantApplication, signIn } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site, { javaScriptEnabled: false })
let page: Page

beforeAll(() => {
  page = desk.page
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('The sign-in answers beside the fields, then lets in; Logout ends the session', async () => {
  const { page } = await site.guest({ javaScriptEnabled: false }, /Clear-Site-Data/)
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('#sign-in-username-error', { hasText: 'Username is required' }).waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByRole('link', { name: 'Email Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/admin')
  await page.goto('/admin/dashboard')
  expect(new URL(page.url()).pathname).toBe('/admin')
})

test('The dashboard searches, filters and gives the charts as tables', async () => {
  await plantApplication(site.server, 'Paper Gauges')
  await page.goto('/admin/dashboard')
  await page.getByRole('searchbox').fill('paper gauges')
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL('**search=paper+gauges**')
  expect(await page.locator('.table-applications tbody tr').count()).toBe(1)
  expect(await page.locator('.months tbody tr').count()).toBe(12)
  expect(await page.locator('.months').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Approved clients' }).click()
  await page.waitForURL('**status=approved**')
  expect(await page.getByRole('rowheader', { name: 'Paper Gauges' }).count()).toBe(0)
  await page.getByRole('searchbox').fill('no such company')
  await page.getByRole('searchbox').press('Enter')
  await page.getByText('No applications found').waitFor()
})

test('An application is edited, noted, rejected, approved after all, and its sign-in moved, by plain posts', async () => {
  const id = await plantApplication(site.server, 'Plain Post Torque')
  await page.goto(`/admin/applications/${id}`)
  await press('Edit')
  await page.getByLabel('Buyer name').fill('Di Sample')
  await press('Save Changes')
  await page.getByText('The application has been successfully updated.').waitFor()
  await page.locator('.record', { hasText: 'Di Sample' }).waitFor()

  await page.getByLabel('New note').fill('Rang the buyer')
  await press('Add note')
  await page
    .locator('#notes ~ .timeline, .timeline', { hasText: 'Rang the buyer' })
    .first()
    .waitFor()

  await press('Reject Application')
  await press('Reject & Send Email')
  await page.getByText('Application rejected and customer notified via email').waitFor()
  await press('Re-approve Application')
  await press('Approve & Send Email')
  await page
    .locator('#approve-form-customerCode-error', { hasText: 'Customer code is required' })
    .waitFor()
  await page.getByLabel('Customer code').fill('CUST-0002')
  await press('Approve & Send Email')
  await page.getByText('Application approved and customer notified via email').waitFor()

  await press('Change sign-in address')
  await page.getByLabel('New sign-in address').fill('two-desk@example.com')
  await page.getByLabel('New sign-in address').press('Enter')
  await page.getByText('Sign-in address changed').waitFor()
  await page.locator('.record', { hasText: 'two-desk@example.com' }).waitFor()
})
