import { asAdmin, type Scene } from './scene.ts'

/** The settings of outgoing mail. */
export const emailSettingsScenes: Scene[] = [
  asAdmin('email-settings', '/admin/email-settings'),
  asAdmin('email-settings-errors', '/admin/email-settings', async (page) => {
    await page.getByLabel('Direct SSL').check()
    await page.getByLabel('Require STARTTLS').check()
    await page.getByLabel('From email').fill('nobody')
    await page.getByRole('button', { name: 'Save Settings', exact: true }).click()
    await page.locator('.field-error').first().waitFor()
    await page.getByText('Verbose Logs').first().click()
  }),
  ...['SendGrid', 'Microsoft 365 OAuth'].map((provider) =>
    asAdmin(
      `email-settings-${provider.split(' ')[0]?.toLowerCase()}`,
      '/admin/email-settings',
      (page) => page.getByLabel('Email provider').selectOption(provider),
    ),
  ),
]
