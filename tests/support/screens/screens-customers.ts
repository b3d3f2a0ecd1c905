import type { Page } from 'playwright'
import type { Scene } from './screens.ts'

const path = '/admin/customers'

/** The page on which existing customers are imported. */
export const customerScenes: Scene[] = [
  {
    name: 'customers-columns',
    as: 'admin',
    path: () => path,
    arrange: (page) => page.getByText('Columns of the file').click(),
  },
  {
    name: 'customers-error',
    as: 'admin',
    path: () => path,
    arrange: async (page) => {
      await page.getByRole('button', { name: 'Check File' }).click()
      await page.locator('#error-summary').waitFor()
    },
  },
  {
    name: 'customers-faults',
    as: 'admin',
    path: () => path,
    arrange: async (page) => {
      await chooseFile(page)
      await page.getByRole('button', { name: 'Check File' }).click()
      while (!(await page.getByRole('button', { name: 'Import 1 row' }).isVisible()))
        await page.goto(path)
    },
  },
]

const chooseFile = (page: Page) =>
  page.getByLabel('CSV file').setInputFiles({
    name: 'customers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'Customer code,Business name,Main email\nC1,Existing Ltd,office@existing.example\n,Two Ltd,none',
    ),
  })
