import { expect, test, vi } from 'vitest'
import { adminEnv, openAsAdmin } from '../../support/browser/e2e-admin.ts'
import { sharedSite } from '../../support/browser/e2e-site.ts'
import { csvOf, customerRows } from '../../support/customer-files.ts'

const site = sharedSite(adminEnv)

test.each([
  ['with scripts', true, 1],
  ['without scripts', false, 100],
])(
  'an administrator %s uploads a file, reads its faults and imports the other rows',
  async (_, javaScriptEnabled, from) => {
    const { page } = await site.guest({ javaScriptEnabled })
    await openAsAdmin(page, '/admin/company')
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    const file = csvOf(...customerRows(2, from), 'C3,,none')
    await page
      .getByLabel('CSV file')
      .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByRole('button', { name: 'Check File' }).click()
    const begin = page.getByRole('button', { name: 'Import 2 rows' })
    await vi.waitFor(async () => {
      await page.goto('/admin/customers')
      expect(await begin.isVisible()).toBe(true)
    }, 10_000)
    await page.getByRole('cell', { name: 'Business name is required' }).waitFor()
    await begin.click()
    await page.getByText('The import has begun').first().waitFor()
    await vi.waitFor(async () => {
      await page.goto('/admin/customers')
      expect(
        await page.getByText('2 customers imported, 1 line left out').first().isVisible(),
      ).toBe(true)
    }, 10_000)
    await page.goto(`/admin/dashboard?search=existing${from}.example`)
    await page.getByText(`Existing ${from} Ltd`).first().waitFor()
  },
)
