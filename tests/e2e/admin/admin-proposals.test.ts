import Database from 'better-sqlite3'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import {
  admin,
  adminEnv,
  awake,
  openAsAdmin,
  submitByCalls,
} from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, text: string) => page.locator('#toasts').getByText(text).waitFor()
const badge = (page: Page, text: string) =>
  page.locator('.review-head .badge', { hasText: text }).waitFor()

/** A second reviewer with the password of the first. */
function addReviewer(username: string) {
  const db = new Database(`${site.server.dataDir}/countersign.db`)
  db.prepare(
    `insert into admins (username, username_key, password_hash, role, created_at)
     select ?, ?, password_hash, 'reviewer', created_at from admins limit 1`,
  ).run(username, username)
  db.close()
}

test('an approval above the limit is proposed by one reviewer and confirmed by another', async () => {
  const id = await submitByCalls(site.server, 'Two Persons Gauges')
  addReviewer('second')
  const one = (await site.guest()).page
  await openAsAdmin(one, '/admin/company')
  await one.getByLabel('Two persons for a credit limit above').fill('10,000')
  await press(one, 'Save Details')
  await one.getByText('Company details updated').waitFor()

  await one.goto(`/admin/applications/${id}`)
  await awake(one)
  await press(one, 'Approve Application')
  const dialog = one.getByRole('dialog')
  await dialog.getByLabel('Customer code').fill('TWO-1')
  await dialog.getByLabel('Credit limit in £').fill('a lot')
  await press(one, 'Approve & Send Email')
  await dialog.getByText('Enter whole pounds').waitFor()
  await dialog.getByLabel('Credit limit in £').fill('£25,000')
  await dialog.getByLabel('Payment terms').fill('30 days net')
  await dialog.getByLabel('Internal remark').fill('Good references')
  await press(one, 'Approve & Send Email')
  await toast(one, 'Somebody else has to confirm it')
  await badge(one, 'Proposed')
  await one.getByRole('button', { name: 'Withdraw the proposal' }).waitFor()

  const two = (await site.guest()).page
  await two.request.post('/api/admin/login', { data: { ...admin, username: 'second' } })
  await two.goto('/admin/dashboard')
  await two.getByText('Approval proposed').waitFor()
  await two.goto(`/admin/applications/${id}`)
  await two.getByRole('region', { name: 'Proposed Approval' }).getByText('£25,000').waitFor()
  await press(two, 'Confirm & Send Email')
  await badge(two, 'Approved')
  await two.getByRole('region', { name: 'Agreed With the Approval' }).getByText('£25,000').waitFor()
  expect(await two.getByRole('button', { name: 'Confirm & Send Email' }).count()).toBe(0)
})
