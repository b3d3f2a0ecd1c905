import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { adminEnv, awake, openAsAdmin, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)

test('Edit moves the focus to the first field, and Cancel gives it back to Edit', async () => {
  const id = await submitByCalls(site.server, 'Keyboard Gauges')
  const { page } = await site.guest()
  await openAsAdmin(page, `/admin/applications/${id}`)
  await awake(page)
  await page.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.locator('#edit').waitFor()
  expect(await focused(page)).toBe('businessName')
  await page.getByRole('button', { name: 'Cancel' }).press('Enter')
  await page.locator('#edit').waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('edit-record')
})

test('Email settings with errors bring the focus to the error summary', async () => {
  const { page } = await site.guest()
  await openAsAdmin(page, '/admin/email-settings')
  await awake(page)
  await page.getByLabel('From email').fill('nobody')
  await page.getByRole('button', { name: 'Save Settings' }).press('Enter')
  await page.locator('#error-summary:focus').waitFor()
})
