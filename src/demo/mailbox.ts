import type { Deps } from '#src/deps.ts'
import type { Admin } from '#src/domain/actor.ts'
import { companyOf } from '#src/domain/company/company.ts'
import { readSettings, saveSettings } from '#src/domain/mailing/settings.ts'
import { type Catcher, startCatcher } from '#src/mail/smtp-catcher.ts'

/**
 * Starts the loopback mail catcher and, while nobody has set up mail of their own, points the product at it. Its port
 * is another one each time.
 */
export async function catchMail(deps: Deps, admin: Admin): Promise<Catcher> {
  const catcher = await startCatcher(deps.now)
  const settings = readSettings(deps)
  const { name, salesEmail } = companyOf(deps)
  if (!settings.saved || settings.smtpUser === 'demo')
    saveSettings(deps, admin, {
      emailProvider: 'smtp',
      smtpHost: '127.0.0.1',
      smtpPort: catcher.port,
      smtpSecure: false,
      smtpRequireTls: false,
      smtpUser: 'demo',
      smtpPassword: 'demo',
      fromEmail: salesEmail,
      fromName: name,
      version: null,
      accountsNotificationEmail: 'accounts-team@example.com',
    })
  return catcher
}
