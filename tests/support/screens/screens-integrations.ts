import { asAdmin, press, type Scene } from './scene.ts'

const path = '/admin/integrations'

/** The page of webhooks and API keys. */
export const integrationScenes: Scene[] = [
  asAdmin('integrations-errors', path, async (page) => {
    for (const box of await page.locator('[id^=new-events]').all()) await box.uncheck()
    await press(page, 'Add Endpoint')
    await page.locator('#error-summary').waitFor()
  }),
  asAdmin(
    'integrations',
    ({ connectErp }) => {
      connectErp()
      return path
    },
    async (page) => {
      for (const line of await page.locator('summary').all()) await line.click()
    },
  ),
  asAdmin(
    'integrations-secret',
    ({ connectErp }) => {
      connectErp()
      return path
    },
    async (page) => {
      await page
        .getByLabel('Name of the new key')
        .fill(`Key ${await page.locator('li strong').count()}`)
      await press(page, 'Create Key')
      await page.locator('#new-secret').waitFor()
    },
  ),
]
