import { Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the address that an administrator typed into the test card. */
export function test(_: EmailOf<'test'>, { companyName }: EmailContext): EmailContent {
  const subject = `Test email from ${companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>This is a test. Your email settings work.</Paragraph>
      </>
    ),
  }
}
