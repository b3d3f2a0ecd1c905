import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** Goes to a typed address, which may be a stranger's, so it contains nothing about the account. */
export function signInConfirm(_: EmailOf<'sign-in-confirm'>, context: EmailContext): EmailContent {
  const subject = `Confirm your sign-in address at ${context.companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          Someone, probably you, asked to sign in to a client account with this email address.
        </Paragraph>
        <Action label="Confirm the address" href={context.links.confirmAddress} />
        <Paragraph>
          The link works once, within 24 hours. If this was not you, you do not need to do anything.
        </Paragraph>
      </>
    ),
  }
}
