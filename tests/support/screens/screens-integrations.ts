import type { Page } from 'playwright'
import type { Scene } from './screens.ts'

const path = '/admin/integrations'

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The page of webhooks and API keys. */
export const integrationScenes: Scene[] = [
  {
    name: 'integrations-errors',
    as: 'admin',
    path: () => path,
    arrange: async (page) => {
      for (const box of await page.locator('[id^=events-new]').all()) await box.uncheck()
      await click(page, 'Add Endpoint')
      await page.locator('#error-summary').waitFor()
    },
  },
  {
    name: 'integrations',
    as: 'admin',
    path: ({ connectErp }) => {
      connectErp()
      return path
    },
    arrange: async (page) => {
      for (const line of await page.locator('summary').all()) await line.click()
    },
  },
  {
    name: 'integrations-secret',
    as: 'admin',
    path: ({ connectErp }) => {
      connectErp()
      return path
    },
    arrange: async (page) => {
      await page
        .getByLabel('Name of the new key')
        .fill(`Key ${await page.locator('li strong').count()}`)
      await click(page, 'Create Key')
      await page.locator('#new-secret').waitFor()
    },
  },
]
