import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Action, Facts } from '#src/mail/content/layout.tsx'
import { nobodyYet } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the accounts team: somebody has applied. */
export function newApplication(
  { application, businessName, accountType }: EmailOf<'new-application'>,
  context: EmailContext,
  { before, after }: Words,
) {
  const name = businessNameForEmail(businessName)
  return (
    <>
      {before}
      <Facts
        rows={[
          ...(name ? [['Business', name]] : []),
          ['Account type', accountType === 'cash' ? 'Cash' : 'Credit'],
          ['Reference', application],
          ['Owner', nobodyYet],
        ]}
      />
      {documentNote(context, 'team')}
      <Action label="Review the application" href={context.links.admin} />
      {after}
    </>
  )
}
