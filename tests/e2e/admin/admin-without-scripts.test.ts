import type { Page } from 'playwright'
import { beforeAll, test } from 'vitest'
import { adminEnv, plantApplication } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site, { javaScriptEnabled: false })
let page: Page

beforeAll(() => {
  page = desk.page
})

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

test('edits, notes, rejects and then approves an application, and moves its sign-in, by plain posts', async () => {
  const id = await plantApplication(site.server, 'Plain Post Torque')
  await page.goto(`/admin/applications/${id}`)
  await press('Edit')
  await page.getByLabel('Buyer name').fill('Di Sample')
  await press('Save Changes')
  await page.getByText('The application has been successfully updated.').waitFor()
  await page.locator('.record', { hasText: 'Di Sample' }).waitFor()

  await page.getByLabel('New note').fill('Rang the buyer')
  await press('Add Note')
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
