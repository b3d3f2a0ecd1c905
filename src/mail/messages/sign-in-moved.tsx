import { Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the address that signs in from now on. */
export function signInMoved(_: EmailOf<'sign-in-moved'>, context: EmailContext): EmailContent {
  const subject = `You now sign in to ${context.companyName} with this address`
  return {
    subject,
    body: (
      <>
        <Paragraph>The sign-in of your client account has been moved to this address.</Paragraph>
        {portalAccess(context)}
      </>
    ),
  }
}
