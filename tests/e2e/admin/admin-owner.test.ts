import { test } from 'vitest'
import { adminEnv, openAsAdmin, submitByCalls } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'

const site = sharedSite(adminEnv)

test('an application is taken, found under Mine, and released', async () => {
  const id = await submitByCalls(site.server, 'Owned Gauges')
  const { page } = await site.guest()
  await openAsAdmin(page, `/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Take', exact: true }).click()
  await page.getByText('The application is yours').first().waitFor()
  await page.goto('/admin/dashboard')
  await page.locator('#owner').selectOption('mine')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL('**owner=mine')
  await page.getByText('1 application', { exact: true }).waitFor()
  await page.goto(`/admin/applications/${id}`)
  await page.getByRole('button', { name: 'Release' }).click()
  await page.getByText('Application released').first().waitFor()
})
