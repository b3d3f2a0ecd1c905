import type { Page } from 'playwright'
import type { Scene } from './screens.ts'

/** The settings of outgoing mail. */
export const emailSettingsScenes: Scene[] = [
  { name: 'email-settings', as: 'admin', path: () => '/admin/email-settings' },
  {
    name: 'email-settings-errors',
    as: 'admin',
    path: () => '/admin/email-settings',
    arrange: async (page) => {
      await page.getByLabel('Direct SSL').check()
      await page.getByLabel('Require STARTTLS').check()
      await page.getByLabel('From email').fill('nobody')
      await page.getByRole('button', { name: 'Save Settings', exact: true }).click()
      await page.locator('.field-error').first().waitFor()
      await page.getByText('Verbose Logs').first().click()
    },
  },
  ...['SendGrid', 'Microsoft 365 OAuth'].map((provider) => ({
    name: `email-settings-${provider.split(' ')[0]?.toLowerCase()}`,
    as: 'admin' as const,
    path: () => '/admin/email-settings',
    arrange: (page: Page) => page.getByLabel('Email provider').selectOption(provider),
  })),
]
