import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { adminEnv, openAsAdmin, signIn, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
let page: Page

beforeEach(async () => {
  page = (await site.guest({ javaScriptEnabled: false }, /Clear-Site-Data/)).page
})

test('The sign-in answers beside the fields, then lets in; Logout ends the session', async () => {
  await page.goto('/admin')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.locator('#username-error', { hasText: 'Username is required' }).waitFor()
  await signIn(page)
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByRole('link', { name: 'Email Settings', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/admin')
  await page.goto('/admin/dashboard')
  expect(new URL(page.url()).pathname).toBe('/admin')
})

test('The dashboard searches, filters and gives the charts as tables', async () => {
  await submitByCalls(site.server, 'Paper Gauges')
  await openAsAdmin(page)
  await page.getByRole('searchbox').fill('paper gauges')
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL('**search=paper+gauges**')
  expect(await page.locator('.table-applications tbody tr').count()).toBe(1)
  expect(await page.locator('.months tbody tr').count()).toBe(12)
  expect(await page.locator('.months').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Approved clients' }).click()
  await page.getByText('No applications found').waitFor()
})

test('An application is edited, noted, approved, rejected and approved again, and its sign-in moved, by plain posts', async () => {
  const id = await submitByCalls(site.server, 'Plain Post Torque')
  await openAsAdmin(page, `/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Buyer name').fill('Di Sample')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('The application has been successfully updated.').waitFor()
  await page.locator('.record', { hasText: 'Di Sample' }).waitFor()

  await page.getByLabel('New note').fill('Rang the buyer')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page
    .locator('#notes ~ .timeline, .timeline', { hasText: 'Rang the buyer' })
    .first()
    .waitFor()

  await page.getByRole('button', { name: 'Approve Application' }).click()
  await page.getByRole('button', { name: 'Approve & Send Email' }).click()
  await page.locator('#customerCode-error', { hasText: 'Customer code is required' }).waitFor()
  await page.getByLabel('Customer code').fill('CUST-0002')
  await page.getByRole('button', { name: 'Approve & Send Email' }).click()
  await page.getByText('Application approved and customer notified via email').waitFor()

  await page.getByRole('button', { name: 'Reject Application' }).click()
  await page.getByRole('button', { name: 'Reject & Send Email' }).click()
  await page.getByText('Application rejected and customer notified via email').waitFor()
  await page.getByRole('button', { name: 'Re-approve Application' }).click()
  await page.getByRole('button', { name: 'Approve & Send Email' }).click()
  await page.getByText('Application approved and customer notified via email').waitFor()

  await page.getByRole('button', { name: 'Change sign-in address' }).click()
  await page.getByLabel('New sign-in address').fill('two-desk@example.com')
  await page.getByLabel('New sign-in address').press('Enter')
  await page.getByText('Sign-in address changed').waitFor()
  await page.locator('.record', { hasText: 'two-desk@example.com' }).waitFor()
})

test('On a phone the approval and the own account show all their fields and buttons, as wide as the page', async () => {
  const id = await submitByCalls(site.server, 'Small Screen Gauges')
  await page.setViewportSize({ width: 390, height: 600 })
  await openAsAdmin(page, `/admin/applications/${id}?dialog=approve`)
  for (const path of [page.url(), '/admin/dashboard?dialog=account']) {
    await page.goto(path)
    const cut = await page.locator('dialog[open]').evaluate((dialog) => {
      const { left, right } = dialog.getBoundingClientRect()
      return {
        height: dialog.scrollHeight - dialog.clientHeight,
        width: innerWidth - right - left,
      }
    })
    expect(cut).toEqual({ height: 0, width: 0 })
  }
})

test('The email settings are saved and tested by plain posts', async () => {
  await openAsAdmin(page, '/admin/email-settings')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.locator('#fromEmail-error').waitFor()
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill('1')
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
  await page.getByRole('button', { name: 'Save Settings' }).click()
  await page.getByText('Email settings updated successfully').waitFor()
  await page.getByLabel('Test email address').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await page.getByText('Test Failed').waitFor()
  expect(await page.getByRole('log').isVisible()).toBe(true)
  expect(await page.content()).not.toContain('canary')
})

test('The password of the account changes in the dialog as it stands in the page', async () => {
  await openAsAdmin(page)
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByLabel('Current password').fill('not it')
  await page.getByLabel('New password').fill('copper kettle on 5 hobs')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('That is not your password').waitFor()
})
