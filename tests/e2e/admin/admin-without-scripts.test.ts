import type { Page } from 'playwright'
import { Webhook } from 'standardwebhooks'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { adminEnv, plantApplication, signIn } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'
import { type Asked, jsonPeer } from '../../support/mail/json-peer.ts'

const patience = { timeout: 10_000, interval: 200 }
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

test('On a phone the approval shows all its fields and buttons, as wide as the page', async () => {
  const id = await plantApplication(site.server, 'Small Screen Gauges')
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  onTestFinished(() => page.setViewportSize(size))
  await page.setViewportSize({ width: 390, height: 600 })
  await page.goto(`/admin/applications/${id}?dialog=approve`)
  const cut = await page.locator('dialog[open]').evaluate((dialog) => {
    const { left, right } = dialog.getBoundingClientRect()
    return {
      height: dialog.scrollHeight - dialog.clientHeight,
      width: innerWidth - right - left,
    }
  })
  expect(cut).toEqual({ height: 0, width: 0 })
})

test('The email settings are saved and tested by plain posts', async () => {
  await page.goto('/admin/email-settings')
  await press('Save Settings')
  await page.locator('#settings-fromEmail-error').waitFor()
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill('1')
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
  await press('Save Settings')
  await page.getByText('Email settings updated successfully').waitFor()
  await page.getByLabel('Test email address').fill('somebody@example.com')
  await press('Send Test Email')
  await page.getByText('Test Failed').waitFor()
  expect(await page.getByRole('log').isVisible()).toBe(true)
  expect(await page.content()).not.toContain('canary')
})

test('A signature is typed and a password refused on the page of the own account', async () => {
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByLabel('Type your name as a signature').fill('Rita Reviewer')
  await press('Save signature')
  await page.getByRole('img', { name: 'Your signature' }).waitFor()
  await page.getByLabel('Current password').fill('not it')
  await page.getByLabel('New password').fill('copper kettle on 5 hobs')
  await press('Change password')
  await page.locator('.field-error', { hasText: 'That is not your password' }).waitFor()
})

test('The company page is reached from the dashboard, refuses beside the field, and shows the new name everywhere', async () => {
  await page.goto('/admin/dashboard')
  await page.getByRole('link', { name: 'Company', exact: true }).click()
  await page.getByRole('heading', { name: 'Company', exact: true }).waitFor()
  await page.getByLabel('Company name').fill('Plain Gauges Ltd')
  await page.getByLabel('Telephone').fill('ring us')
  await press('Save Details')
  await page.locator('#details-telephone-error', { hasText: 'Enter a telephone number' }).waitFor()
  expect(await page.getByLabel('Company name').inputValue()).toBe('Plain Gauges Ltd')
  await page.getByLabel('Telephone').fill('0113 496 0000')
  await press('Save Details')
  await page.getByText('Company details updated successfully').waitFor()
  await page.goto('/')
  await page.getByRole('heading', { name: 'Trade accounts at Plain Gauges Ltd' }).waitFor()
  await page.getByRole('link', { name: '0113 496 0000' }).waitFor()
})

test('An administrator uploads a file of customers, reads its faults and imports the other rows', async () => {
  await page.goto('/admin/company')
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  const buffer = Buffer.from(csvOf(...customerRows(2), 'C3,,none'))
  await page.getByLabel('CSV file').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer })
  await press('Check File')
  await page.getByRole('cell', { name: 'Business name is required' }).waitFor()
  await page.getByLabel('CSV file').setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer })
  await press('Import Customers')
  await page.getByText('2 customers', { exact: true }).waitFor()
  await page.goto('/admin/dashboard?search=existing1.example')
  await page.getByText('Existing 1 Ltd').first().waitFor()
})

test('An ERP is told of an edit in words that its secret has signed, and reads the application with a key', async () => {
  const erp = await jsonPeer(() => ({ status: 200 }))
  const id = await plantApplication(site.server, 'Told Ltd')
  await page.goto('/admin/company')
  await page.getByRole('link', { name: 'Integrations', exact: true }).click()
  const form = page.getByRole('region', { name: 'New webhook endpoint' })
  await form.getByLabel('Address').fill(erp.url)
  await form.getByRole('button', { name: 'Add Endpoint' }).click()
  const secret = (await page.locator('.secret').textContent()) ?? ''
  await page.getByLabel('Name of the new key').fill('ERP')
  await press('Create Key')
  await page.getByRole('heading', { name: 'API key "ERP"' }).waitFor()
  const key = (await page.locator('.secret').textContent()) ?? ''

  await page.request.patch(`/api/applications/${id}`, { data: { buyerName: 'Told Buyer' } })
  await vi.waitFor(() => expect(erp.asked).toHaveLength(1), patience)
  const [{ body, headers }] = erp.asked as [Asked]
  const told = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(told).toMatchObject({ type: 'application.updated', data: { application: id } })
  const read = await fetch(`${site.server.url}/api/applications/${id}`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(await read.json()).toMatchObject({ id, businessName: 'Told Ltd' })

  await page.goto('/admin/integrations')
  await page.getByText('newest: Answered 200').click()
  await page.getByText('application.updated', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: `Remove: ${erp.url}/` }).isVisible()).toBe(false)
  await page.getByText('Remove this endpoint').click()
  await press(`Remove: ${erp.url}/`)
  await page.getByText('The endpoint has been removed').first().waitFor()
  expect(await page.content()).not.toContain(erp.url)
})
