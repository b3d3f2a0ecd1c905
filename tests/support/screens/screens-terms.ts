import type { Page } from 'playwright'
import { asAdmin, type Scene } from './scene.ts'

const path = '/admin/company/terms'

/** The terms as an administrator sees them: the versions with the editor, and what its buttons show below. */
export const termsScenes: Scene[] = [
  asAdmin('settings-terms', path),
  asAdmin('settings-terms-errors', { path, complains: /status of 400/ }, async (page) => {
    await page.getByRole('button', { name: 'Publish Terms' }).click()
    await page.locator('#terms-inForceFrom-error').waitFor()
  }),
  asAdmin('settings-terms-differences', path, async (page) => {
    await changeText(page)
    await page.getByRole('button', { name: 'Show Differences' }).click()
    await page.locator('ins', { hasText: 'A clause of our own.' }).waitFor()
  }),
  asAdmin('settings-terms-preview', path, async (page) => {
    await page.getByLabel('Text').fill('# Prices\n\nNet of VAT.\n\n# Delivery\n\nBy van.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('#clause-2').waitFor()
  }),
]

async function changeText(page: Page) {
  const text = page.getByLabel('Text')
  const typed = await text.inputValue()
  const [first = ''] = typed.split('\n\n', 2).slice(1)
  await text.fill(`${typed.replace(first, `${first} A new sentence.`)}\n\nA clause of our own.`)
}
