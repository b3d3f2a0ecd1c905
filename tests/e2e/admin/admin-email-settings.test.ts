import type { Page } from 'playwright'
import { beforeEach, expect, test } from 'vitest'
import { adminEnv, awake, openAsAdmin } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { expectAgreedTexts } from '../../support/screens/screens-texts.ts'

const site = sharedSite(adminEnv)
let page: Page

beforeEach(async () => {
  // The browser's own lines for the failures that these tests bring about.
  page = (await site.guest({}, /status of (412|502)/)).page
  await openAsAdmin(page, '/admin/email-settings')
  await awake(page)
})

const toast = () => page.locator('#toasts .toast')

/** A port of loopback where nobody listens. */
async function fillSettings(host = '127.0.0.1', port = '1') {
  await page.getByLabel('SMTP host').fill(host)
  await page.getByLabel('SMTP port').fill(port)
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('From name').fill('Example Supplier')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
}
const save = () => page.getByRole('button', { name: 'Save Settings' }).press('Enter')

test('The settings are saved, stand in Current Status, and the secret never comes back', async () => {
  await fillSettings()
  await save()
  await expectAgreedTexts(page, 'settings saved')
  await page.getByText('127.0.0.1:1').waitFor()
  await page.getByText('Example Supplier <post@example.com>').waitFor()
  expect(await page.getByLabel('SMTP password').inputValue()).toBe('')
  await page.getByText('Saved. Leave blank to keep.').waitFor()
  await page.reload()
  expect(await page.content()).not.toContain('canary')
})

test('What is missing or wrong stands beside its field and in the toast', async () => {
  await fillSettings()
  await page.getByLabel('From email').fill('nobody')
  await page.getByLabel('From name').fill('')
  await save()
  await page.locator('#fromEmail-error', { hasText: 'Invalid email address' }).waitFor()
  await page.locator('#fromName-error').waitFor()
  await expectAgreedTexts(page, 'email-settings-nameless')
  await page.locator('#error-summary:focus').waitFor()
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('From name').fill('Example Supplier')
  await page.getByLabel('SMTP user').fill('')
  await save()
  await expectAgreedTexts(page, 'email-settings-incomplete')
})

test('A save over what a colleague has saved says so beside the field, and the next one counts', async () => {
  await fillSettings()
  await save()
  await page.getByText('Example Supplier <post@example.com>').waitFor()
  const { version, ...saved } = await (await page.request.get('/api/email-settings')).json()
  const data = { ...saved, fromName: 'Other Desk' }
  const headers = { origin: site.server.url }
  expect((await page.request.post('/api/email-settings', { data, headers })).status()).toBe(200)
  await page.getByLabel('From name').fill('Late Desk')
  await save()
  await page.locator('#fromName-error', { hasText: 'Now saved: Other Desk' }).waitFor()
  expect(await page.getByLabel('From name').inputValue()).toBe('Late Desk')
  await save()
  await page.getByText('Late Desk <post@example.com>').waitFor()
})

test('The provider decides which fields show, and both kinds of encryption at once are warned of', async () => {
  await page.getByLabel('Direct SSL').check()
  expect(await page.getByText('This may cause connection issues').count()).toBe(0)
  await page.getByLabel('Require STARTTLS').check()
  await page.getByText('This may cause connection issues').waitFor()
  await page.getByLabel('Email provider').selectOption('SendGrid')
  await page.getByLabel('SendGrid API key').waitFor()
  expect(await page.getByLabel('SMTP host').isVisible()).toBe(false)
  await page.getByLabel('Email provider').selectOption('Microsoft 365 OAuth')
  await page.getByLabel('Tenant ID').waitFor()
  expect(await page.getByLabel('SendGrid API key').isVisible()).toBe(false)
})

test('A test without an address, and one that fails, say so; the log opens and can be cleared', async () => {
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expectAgreedTexts(page, 'email-settings-no-address')
  await fillSettings()
  await save()
  await toast().getByText('Email settings updated successfully').waitFor()
  await page.getByLabel('Test email address').fill('somebody@example.com')
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expectAgreedTexts(page, 'a test that fails')
  const log = page.getByRole('log')
  await log.waitFor()
  expect(await log.innerText()).not.toContain('canary')
  expect(await log.innerText()).not.toBe('No logs yet')
  await page.getByRole('button', { name: 'Clear Logs' }).click()
  await log.getByText('No logs yet').waitFor()
})
