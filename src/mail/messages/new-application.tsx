import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Action, Facts, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'

/** To the accounts team: somebody has applied. */
export function newApplication(
  { application, businessName, accountType }: EmailOf<'new-application'>,
  context: EmailContext,
): EmailContent {
  const name = businessNameForEmail(businessName)
  const subject = `New application: ${name || application}`
  return {
    subject,
    body: (
      <>
        <Paragraph>A new application is waiting for review.</Paragraph>
        <Facts
          rows={[
            ...(name ? [['Business', name]] : []),
            ['Account type', accountType === 'cash' ? 'Cash' : 'Credit'],
            ['Reference', application],
          ]}
        />
        {documentNote(context, 'team')}
        <Action label="Review the application" href={context.links.admin} />
      </>
    ),
  }
}
