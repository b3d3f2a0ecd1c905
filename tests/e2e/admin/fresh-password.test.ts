import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addColleague, admin, adminEnv } from '../../support/browser/e2e-admin.ts'
import { sharedAdmin, sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)
const desk = sharedAdmin(site)
let page: Page

beforeAll(() => {
  page = desk.page
})

/** The password was given more than ten minutes ago. */
beforeEach(() => {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare('update admin_sessions set proved_at = proved_at - 3600000').run()
  db.close()
})

const dialog = () => page.getByRole('dialog', { name: 'Confirm your password' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

async function confirm(password: string) {
  await dialog().getByLabel('Your own password').fill(password)
  await page.keyboard.press('Enter')
}

test('email settings are saved by themselves once the password is right, and nothing typed is lost', async () => {
  await page.goto('/admin/email-settings')
  await page.getByLabel('SMTP host').fill('127.0.0.1')
  await page.getByLabel('SMTP user').fill('mailer')
  await page.getByLabel('SMTP password').fill('canary secret')
  await page.getByLabel('From email').fill('post@example.com')
  await page.getByLabel('Accounts notification email').fill('accounts@example.com')
  await press('Save Settings')
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await page.locator('#settings-currentPassword-error').waitFor({ state: 'detached' })
  expect(await page.getByLabel('SMTP password').inputValue()).toBe('canary secret')
  await press('Save Settings')
  await confirm('wrong')
  await dialog().getByText('That is not your password').waitFor()
  await confirm(admin.password)
  await page.locator('#toasts').getByText('Email settings updated successfully').waitFor()
  await page.getByText('Saved. Leave blank to keep.').first().waitFor()
})

test('an account is closed by itself once the password is right, and what is typed elsewhere stays', async () => {
  addColleague(site.server, 'clerk')
  await page.goto('/admin/team')
  await page.getByLabel('Username').fill('another')
  await press('Close account: clerk')
  await confirm('wrong')
  await dialog().getByText('That is not your password').waitFor()
  await confirm(admin.password)
  await page.locator('#toasts').getByText('The account is closed').waitFor()
  await page.getByRole('button', { name: 'Open account again: clerk' }).waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe('another')
})

test('a change that is given up is not made', async () => {
  addColleague(site.server, 'deputy')
  await page.goto('/admin/team')
  await press('Close account: deputy')
  await dialog().waitFor()
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Close account: deputy' }).waitFor()
})

test('an API key is made by itself once the password is right, and is read out while what is typed stays', async () => {
  await page.goto('/admin/integrations')
  await page.getByLabel('Address').fill('https://erp.example.com/events')
  await page.getByLabel('Name of the new key').fill('Warehouse')
  await press('Create Key')
  await confirm(admin.password)
  await page.getByRole('heading', { name: 'API key "Warehouse"' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('new-secret')
  expect(await page.getByLabel('Address').inputValue()).toBe('https://erp.example.com/events')
})
