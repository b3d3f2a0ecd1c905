import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContent, EmailContext, EmailOf } from '../email.ts'
import { triedAddress } from './tried-address.ts'

/** To the address of an unfinished application that somebody tried to use again. */
export function duplicateDraft(
  { tried = 'apply' }: EmailOf<'duplicate-draft'>,
  context: EmailContext,
): EmailContent {
  const subject = `You have an unfinished application with ${context.companyName}`
  return {
    subject,
    body: (
      <>
        <Paragraph>
          {triedAddress[tried]} It belongs to your unfinished application. You can continue it:
        </Paragraph>
        <Action label="Continue the application" href={context.links.resume} />
        <Paragraph>Or delete it, and the address is free again:</Paragraph>
        <Action label="Delete the application" href={context.links.discard} />
        <Paragraph>
          Each link works once, within 24 hours. If this was not you, you do not need to do
          anything.
        </Paragraph>
      </>
    ),
  }
}
