import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the applicant: it has arrived, its reference, and the way into the portal. */
export function receipt(
  { application, businessName }: EmailOf<'receipt'>,
  context: EmailContext,
): EmailContent {
  const name = businessNameForEmail(businessName)
  const subject = `We have received your application ${application}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          Thank you for your application. Our team will contact you within 2-3 business days.
        </Paragraph>
        <Facts rows={[['Reference', application], ...(name ? [['Business', name]] : [])]} />
        {documentNote(context, 'customer')}
        {portalAccess(context)}
      </>
    ),
  }
}
