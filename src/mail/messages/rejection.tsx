import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the customer: not approved, with the reason when one was given. */
export function rejection(
  { application, businessName, reason }: EmailOf<'rejection'>,
  context: EmailContext,
): EmailContent {
  const name = businessNameForEmail(businessName)
  const subject = `Your application ${application} has not been approved`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          We are sorry, but we cannot approve your application for a trade account.
        </Paragraph>
        {reason && <Paragraph>Reason:</Paragraph>}
        {reason?.split('\n').map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
          <Paragraph key={at}>{line}</Paragraph>
        ))}
        <Facts rows={[...(name ? [['Business', name]] : []), ['Reference', application]]} />
        {documentNote(context, 'customer')}
        {portalAccess(context)}
      </>
    ),
  }
}
