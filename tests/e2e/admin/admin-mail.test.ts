import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expectAgreedTexts } from '../../support/agreed-texts.ts'
import { adminEnv, awake } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
// the browser's own lines for the failures that these tests bring about
const desk = sharedAdmin(site, {}, /status of (412|502)/)
let page: Page

beforeAll(() => {
  page = desk.page
})
beforeEach(open)

async function open() {
  await page.goto('/admin/email-settings')
  await awake(page)
}

const toast = () => page.locator('#toasts .toast')

/** Settings of a mail server on loopback; nobody listens there. */
async function fillSettings() {
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP port').fill('1')
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

test('A test without an address, and one that fails, say so; the log opens and can be cleared', async () => {
  await page.clock.install()
  await page.getByRole('button', { name: 'Send Test Email' }).click()
  await expectAgreedTexts(page, 'email-settings-no-address')
  // the field says it as well
  await page.clock.fastForward(9000)
  await toast().waitFor({ state: 'detached' })
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
