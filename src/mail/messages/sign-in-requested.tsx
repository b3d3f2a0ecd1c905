import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the address that signs in now. A new password ends the request. */
export function signInRequested(
  _: EmailOf<'sign-in-requested'>,
  context: EmailContext,
): EmailContent {
  const subject = `Someone asked to change your sign-in address at ${context.companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          Someone, probably you, asked on {context.when} to sign in to your client account with a
          different email address. You sign in with this one until the new address is confirmed.
        </Paragraph>
        <Paragraph>
          If this was not you, set a new password now. That stops the change and signs everybody
          out.
        </Paragraph>
        <Action label="Set a new password" href={context.links.forgotPassword} />
      </>
    ),
  }
}
