import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Facts } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the applicant: it has arrived, its reference, and the way into the portal. */
export function receipt(
  { application, businessName }: EmailOf<'receipt'>,
  context: EmailContext,
  { before, after }: Words,
) {
  const name = businessNameForEmail(businessName)
  return (
    <>
      {before}
      <Facts rows={[['Reference', application], ...(name ? [['Business', name]] : [])]} />
      {documentNote(context, 'customer')}
      {portalAccess(context)}
      {after}
    </>
  )
}
