import { writable } from '#db/transaction.ts'
import type { Deps } from '#src/deps.ts'
import { seconds } from '#src/domain/calendar.ts'
import { Refusal, refuseToSend } from '#src/domain/refusal.ts'
import { emailTexts } from '#src/forms/email-settings/email-settings-fields.ts'
import { type Mailer, MailFault, reasonCode, reasons } from '#src/mail/mailer.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { authoritiesOf, checkEgress, egressPolicyOf } from '#src/security/egress.ts'
import { newToken } from '#src/security/tokens.ts'
import { emailContext, emailLogo } from './message.ts'
import { delegatedToken, microsoftApp } from './microsoft.ts'
import {
  needsReconnect,
  noteTestEmail,
  openSecret,
  type SettingsRow,
  settingsRow,
} from './settings.ts'
import { wordingOf } from './wordings.ts'

export type Sender = { mailer: Mailer; settings: SettingsRow }

/** Returns `null` while there are no settings, or after consent was withdrawn. */
export async function openSender(deps: Deps): Promise<Sender | null> {
  const settings = settingsRow(deps)
  if (!settings || needsReconnect(settings)) return null
  return { mailer: await mailerOf(deps, settings), settings }
}

async function mailerOf(deps: Deps, settings: SettingsRow): Promise<Mailer> {
  const { env } = deps
  if (settings.emailProvider === 'sendgrid') {
    const { sendgridMailer } = await import('#src/mail/sendgrid-mailer.ts')
    const apiKey = openSecret(deps, settings, 'sendgridApiKey')
    return sendgridMailer({ apiKey, url: env.SENDGRID_API_URL })
  }
  if (settings.emailProvider === 'oauth365') {
    const { appTokens, microsoftMailer } = await import('#src/mail/microsoft-mailer.ts')
    const delegated = settings.oauth365RefreshTokenSealed !== null
    return microsoftMailer({
      graphUrl: env.MICROSOFT_GRAPH_URL,
      mailbox: delegated ? null : settings.fromEmail,
      token: delegated
        ? (logLine, refused) => delegatedToken(deps, logLine, refused)
        : appTokens(microsoftApp(deps, settings)),
    })
  }
  const { smtpMailer } = await import('#src/mail/smtp-mailer.ts')
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

/** A test email is given up after this time: a person waits for the answer, and a proxy may give up after 25 seconds. */
const testTime = seconds(24)

export async function sendTestEmail(deps: Deps, address: string, longest = testTime) {
  refuseToSend(deps)
  const settings = settingsRow(deps)
  if (!settings) throw new Refusal('invalid', emailTexts.notSaved)
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(new MailFault('NO_ANSWER_YET')), longest)
  const mailer = await mailerOf(deps, settings)
  try {
    const to = { name: '', address }
    const { logo, pictures } = await emailLogo(deps)
    const context = { ...emailContext(deps, deps.now()), logo }
    const email = {
      ...composeEmail({ kind: 'test', to }, context, wordingOf(deps, 'test').wording),
      messageId: `<test.${newToken()}@${new URL(deps.env.APP_URL).hostname}>`,
      from: { name: settings.fromName, address: settings.fromEmail },
      to,
      replyTo: null,
      attachments: pictures,
    }
    const delivery = await mailer.send(email, { signal: limit.signal })
    if (delivery.ok)
      writable(deps)
        .then(() => noteTestEmail(deps))
        .catch(() => {})
    const message = delivery.ok
      ? `Test email sent successfully to ${address}`
      : `Failed to send test email. ${reasons[delivery.reason]} (${reasonCode(delivery)}).`
    return { ok: delivery.ok, message, logs: [...delivery.log, ...senderDoubts(settings)] }
  } finally {
    clearTimeout(timer)
    mailer.close()
  }
}

/** Returns what may make receivers distrust the email, as far as the settings show. */
function senderDoubts({ emailProvider, smtpUser, oauth365ConnectedAs, fromEmail }: SettingsRow) {
  const account = { smtp: smtpUser, oauth365: oauth365ConnectedAs, sendgrid: null }[emailProvider]
  const [own = '', from] = [account ?? '', fromEmail].map((address) => address.toLowerCase())
  if (!own.includes('@') || own === from) return []
  if (emailProvider === 'oauth365')
    return [`Note: ${account} needs the right "Send as" for ${fromEmail}`]
  const domain = domainOf(from)
  return domainOf(own) === domain
    ? []
    : [`Note: the account is not of ${domain}, so SPF and DKIM of ${domain} must allow its server`]
}

const domainOf = (address = '') => address.slice(address.lastIndexOf('@') + 1)
