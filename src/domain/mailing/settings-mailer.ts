import type { Deps } from '#src/deps.ts'
import type { Mailer } from '#src/mail/mailer.ts'
import { authoritiesOf } from '#src/security/authorities.ts'
import { checkEgress, egressPolicyOf } from '#src/security/egress.ts'
import { delegatedToken, microsoftApp } from './microsoft.ts'
import { needsReconnect, openSecret, type SettingsRow, settingsRow } from './settings-row.ts'

/** A way to send, and the settings it was made of. */
export type Sender = { mailer: Mailer; settings: SettingsRow }

/** The sender of the saved settings; `null` while there are none, or while consent has been taken back. */
export async function openSender(deps: Deps): Promise<Sender | null> {
  const settings = settingsRow(deps)
  if (!settings || needsReconnect(settings)) return null
  return { mailer: await mailerOf(deps, settings), settings }
}

/** The mailer of a row of settings, its secrets opened; only the chosen provider's library is ever loaded. */
export async function mailerOf(deps: Deps, settings: SettingsRow): Promise<Mailer> {
  const { env } = deps
  if (settings.emailProvider === 'sendgrid') {
    const { sendgridMailer } = await import('#src/mail/sendgrid/sendgrid-mailer.ts')
    const apiKey = openSecret(deps, settings, 'sendgridApiKey')
    return sendgridMailer({ apiKey, url: env.SENDGRID_API_URL })
  }
  if (settings.emailProvider === 'oauth365') {
    const { microsoftMailer } = await import('#src/mail/microsoft/microsoft-mailer.ts')
    const { appTokens } = await import('#src/mail/microsoft/app-token.ts')
    const delegated = settings.oauth365RefreshTokenSealed !== null
    return microsoftMailer({
      graphUrl: env.MICROSOFT_GRAPH_URL,
      mailbox: delegated ? null : settings.fromEmail,
      token: delegated
        ? (logLine, refused) => delegatedToken(deps, logLine, refused)
        : appTokens(microsoftApp(deps, settings)),
    })
  }
  const { smtpMailer } = await import('#src/mail/smtp/smtp-mailer.ts')
  const policy = egressPolicyOf(env)
  return smtpMailer(
    {
      host: settings.smtpHost ?? '',
      port: settings.smtpPort,
      secure: settings.smtpSecure,
      requireTls: settings.smtpRequireTls,
      user: settings.smtpUser ?? '',
      password: openSecret(deps, settings, 'smtpPassword'),
    },
    {
      findPeer: (host, port) => checkEgress(policy, host, port),
      helloName: new URL(env.APP_URL).hostname,
      ca: authoritiesOf(env),
    },
  )
}
