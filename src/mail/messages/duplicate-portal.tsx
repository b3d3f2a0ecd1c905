import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'
import { triedAddress } from './tried-address.ts'

/** To the address of a submitted application that somebody tried to use elsewhere. */
export function duplicatePortal(
  { tried = 'apply' }: EmailOf<'duplicate-portal'>,
  context: EmailContext,
): EmailContent {
  const subject =
    tried === 'apply'
      ? `You have already applied to ${context.companyName}`
      : `Your email address is in use already at ${context.companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          {triedAddress[tried]} It belongs to your application, which has not changed. You can
          follow and edit it in the client portal.
        </Paragraph>
        <Action label="Open the client portal" href={context.links.portal} />
        <Paragraph>
          No password yet, or forgotten? Get a link at {context.links.forgotPassword}
        </Paragraph>
        <Paragraph>If this was not you, you do not need to do anything.</Paragraph>
      </>
    ),
  }
}
