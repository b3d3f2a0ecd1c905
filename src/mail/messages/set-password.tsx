import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** A link to set a password. It contains nothing that a customer typed. */
export function setPassword(_: EmailOf<'set-password'>, context: EmailContext): EmailContent {
  const subject = `Set your password at ${context.companyName}`
  const { setPassword: link, portal, forgotPassword } = context.links
  return {
    subject,
    body: (
      <>
        <Paragraph>
          Somebody, probably you, asked to set the password of your client account.
        </Paragraph>
        {link === null ? (
          <Action label="Open the client portal" href={portal} />
        ) : (
          <Action label="Set your password" href={link} />
        )}
        <Paragraph>
          The link works once, for 24 hours. You can get a new one at {forgotPassword}
        </Paragraph>
        <Paragraph>
          If it was not you, there is nothing to do: your password stays as it is.
        </Paragraph>
      </>
    ),
  }
}
