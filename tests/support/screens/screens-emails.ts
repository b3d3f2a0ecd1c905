import type { Scene } from './screens.ts'

/** The words of emails: all of them, one, one while it is changed. */
export const emailScenes: Scene[] = [
  { name: 'emails', as: 'admin', path: () => '/admin/company/emails' },
  {
    name: 'emails-wording',
    as: 'admin',
    path: () => '/admin/company/emails/receipt',
    arrange: async (page) => {
      await page.getByText('Placeholders').click()
      await page.getByText('As plain text').click()
    },
  },
  {
    name: 'emails-wording-preview',
    as: 'admin',
    path: () => '/admin/company/emails/approval',
    arrange: async (page) => {
      await page.getByLabel('After the facts').fill('Welcome to {company}, {business}.')
      await page.getByRole('button', { name: 'Preview' }).click()
      const framed = page.frameLocator('iframe')
      await framed.getByText('Welcome to').waitFor()
    },
  },
  {
    name: 'emails-wording-errors',
    as: 'admin',
    path: () => '/admin/company/emails/receipt',
    arrange: async (page) => {
      await page.getByLabel('Subject').fill('')
      await page.getByLabel('After the facts').fill('See shop.example')
      await page.getByRole('button', { name: 'Save Wording' }).click()
      await page.locator('.field-error').first().waitFor()
    },
  },
]
