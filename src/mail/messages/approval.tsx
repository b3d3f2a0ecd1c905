import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import { safeName } from '#src/mail/content/safe-text.ts'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the customer: approved, with the customer code. */
export function approval(
  { application, businessName, customerCode }: EmailOf<'approval'>,
  context: EmailContext,
): EmailContent {
  const name = businessNameForEmail(businessName)
  const subject = `Your application ${application} has been approved`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          Your application for a trade account has been approved. Please quote your customer code
          when you order.
        </Paragraph>
        <Facts
          rows={[
            ['Customer code', safeName(customerCode)],
            ...(name ? [['Business', name]] : []),
            ['Reference', application],
          ]}
        />
        {documentNote(context, 'customer')}
        {portalAccess(context)}
      </>
    ),
  }
}
