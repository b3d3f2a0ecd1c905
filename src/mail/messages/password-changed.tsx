import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the customer: the password is a new one, and what to do if it was somebody else. */
export function passwordChanged(
  _: EmailOf<'password-changed'>,
  context: EmailContext,
): EmailContent {
  const subject = `Password changed at ${context.companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>The password of your client account was set on {context.when}.</Paragraph>
        <Paragraph>If it was not you, choose a new one now and tell us.</Paragraph>
        <Action label="Get a new link" href={context.links.forgotPassword} />
      </>
    ),
  }
}
