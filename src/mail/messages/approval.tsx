import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Facts } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import { safeName } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the customer: approved, with the customer code. */
export function approval(
  { application, businessName, customerCode }: EmailOf<'approval'>,
  context: EmailContext,
  { before, after }: Words,
) {
  const name = businessNameForEmail(businessName)
  return (
    <>
      {before}
      <Facts
        rows={[
          ['Customer code', safeName(customerCode)],
          ...(name ? [['Business', name]] : []),
          ['Reference', application],
        ]}
      />
      {documentNote(context, 'customer')}
      {portalAccess(context)}
      {after}
    </>
  )
}
