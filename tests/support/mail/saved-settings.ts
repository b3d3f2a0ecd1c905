import { adminBrowser } from '../app/admins.ts'
import { testApp } from '../app/test-app.ts'
import { smtpSettings } from './mail-settings.ts'

/** Secrets that must be found nowhere. */
export const mailSecrets = {
  smtpPassword: 'canary-smtp-password',
  sendgridApiKey: 'SG.canary-sendgrid',
  oauth365ClientSecret: 'canary-client-secret',
  oauth365RefreshToken: 'canary-refresh-token',
  oauth365AccessToken: 'canary-access-token',
}

/** Saves settings through the call, in a browser of an administrator's; they need not be valid. */
export async function savedSettings(changes: Record<string, unknown> = {}, app = testApp()) {
  const browser = await adminBrowser(app)
  const answer = await browser.post('/api/email-settings', smtpSettings(2525, changes))
  return { app, browser, answer }
}
