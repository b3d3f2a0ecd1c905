import { Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the address that signed in till now. */
export function signInLeft(_: EmailOf<'sign-in-left'>, context: EmailContext): EmailContent {
  const subject = `You no longer sign in to ${context.companyName} with this address`
  return {
    subject,
    body: (
      <>
        <Paragraph>The sign-in of your client account has been moved to another address.</Paragraph>
        <Paragraph>If this is not right, please tell us.</Paragraph>
      </>
    ),
  }
}
