import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the customer: not approved, with the reason when one was given. */
export function rejection(
  { application, businessName, reason }: EmailOf<'rejection'>,
  context: EmailContext,
  { before, after }: Words,
) {
  const name = businessNameForEmail(businessName)
  return (
    <>
      {before}
      {reason && <Paragraph>Reason:</Paragraph>}
      {reason?.split('\n').map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
        <Paragraph key={at}>{line}</Paragraph>
      ))}
      <Facts rows={[...(name ? [['Business', name]] : []), ['Reference', application]]} />
      {documentNote(context, 'customer')}
      {portalAccess(context)}
      {after}
    </>
  )
}
