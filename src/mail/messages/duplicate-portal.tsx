import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import { triedAddress } from '#src/mail/content/tried-address.ts'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address of a submitted application that somebody tried to use elsewhere. */
export const duplicatePortal = (
  { tried = 'apply' }: EmailOf<'duplicate-portal'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>
      {triedAddress[tried]} It belongs to your application, which has not changed. You can follow
      and edit it in the client portal.
    </Paragraph>
    <Action label="Open the client portal" href={context.links.portal} />
    <Paragraph>
      No password yet, or forgotten? Get a link at {context.links.forgotPassword}
    </Paragraph>
    {after}
  </>
)
