import type { Page } from 'playwright'
import { asAdmin, type Scene } from './scene.ts'

const path = '/admin/customers'

/** The page on which existing customers are imported. */
export const customerScenes: Scene[] = [
  asAdmin('customers-columns', path, (page) => page.getByText('Columns of the file').click()),
  asAdmin('customers-error', path, async (page) => {
    await page.getByRole('button', { name: 'Check File' }).click()
    await page.locator('#error-summary').waitFor()
  }),
  asAdmin('customers-faults', path, async (page) => {
    await chooseFile(page)
    await page.getByRole('button', { name: 'Check File' }).click()
    await page.getByText('Nothing yet').waitFor()
  }),
]

const chooseFile = (page: Page) =>
  page.getByLabel('CSV file').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Customer code,Business name,Main email\nC1,Existing Ltd,office@existing.example\n,Two Ltd,none',
    ),
  })
