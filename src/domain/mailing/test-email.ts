import type { Deps } from '#src/deps.ts'
import { Refusal, refuseToSend } from '#src/domain/refusal.ts'
import { emailTexts } from '#src/forms/email-settings/email-settings-fields.ts'
import { reasonCode, reasons } from '#src/mail/mailer.ts'
import { composeEmail } from '#src/mail/messages/compose.tsx'
import { newToken } from '#src/security/tokens.ts'
import { emailLogo } from './email-logo.ts'
import { emailContext } from './message.ts'
import { mailerOf } from './settings-mailer.ts'
import { settingsRow } from './settings-row.ts'
import { wordingOf } from './wordings.ts'

export type TestResult = { ok: boolean; message: string; logs: string[] }

/** Sends a test email with the saved settings, past the queue, and tells how it went step by step. */
export async function sendTestEmail(deps: Deps, address: string): Promise<TestResult> {
  refuseToSend(deps)
  const settings = settingsRow(deps)
  if (!settings) throw new Refusal('invalid', emailTexts.notSaved)
  const mailer = await mailerOf(deps, settings)
  try {
    const to = { name: '', address }
    const { logo, pictures } = await emailLogo(deps)
    const { subject, html, text } = composeEmail(
      { kind: 'test', to },
      { ...emailContext(deps, deps.now()), logo },
      wordingOf(deps, 'test').wording,
    )
    const delivery = await mailer.send({
      messageId: `<test.${newToken()}@${new URL(deps.env.APP_URL).hostname}>`,
      from: { name: settings.fromName, address: settings.fromEmail },
      to,
      replyTo: null,
      subject,
      html,
      text,
      attachments: pictures,
    })
    if (delivery.ok)
      return {
        ok: true,
        message: `Test email sent successfully to ${address}`,
        logs: delivery.log,
      }
    const message = `Failed to send test email. ${reasons[delivery.reason]} (${reasonCode(delivery)}).`
    return { ok: false, message, logs: delivery.log }
  } finally {
    mailer.close()
  }
}
