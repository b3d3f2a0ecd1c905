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
