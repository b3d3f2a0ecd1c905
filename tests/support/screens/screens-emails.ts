import { asAdmin, type Scene } from './scene.ts'

/** The words of emails: all of them, one, one while it is changed. */
export const emailScenes: Scene[] = [
  asAdmin('emails', '/admin/company/emails'),
  asAdmin('emails-wording', '/admin/company/emails/receipt', async (page) => {
    await page.getByText('Placeholders').click()
    await page.getByText('As plain text').click()
  }),
  asAdmin('emails-wording-preview', '/admin/company/emails/approval', async (page) => {
    await page.getByLabel('After the facts').fill('Welcome to {company}, {business}.')
    await page.getByRole('button', { name: 'Preview' }).click()
    const framed = page.frameLocator('iframe')
    await framed.getByText('Welcome to').waitFor()
  }),
  asAdmin('emails-wording-errors', '/admin/company/emails/receipt', async (page) => {
    await page.getByLabel('Subject').fill('')
    await page.getByLabel('After the facts').fill('See shop.example')
    await page.getByRole('button', { name: 'Save Wording' }).click()
    await page.locator('.field-error').first().waitFor()
  }),
]
