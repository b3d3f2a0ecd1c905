import { Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailOf } from '../email.ts'

/** To the address that was the main one until now. The new one is not named: anybody may have typed it. */
export function addressChanged({ application }: EmailOf<'address-changed'>): EmailContent {
  const subject = `The email address of your application ${application} has been changed`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          From now on we will write to a different address about this application.
        </Paragraph>
        <Paragraph>If this is not right, please tell us.</Paragraph>
      </>
    ),
  }
}
