import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import { triedAddress } from '#src/mail/content/tried-address.ts'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address of an unfinished application that somebody tried to use again. */
export const duplicateDraft = (
  { tried = 'apply' }: EmailOf<'duplicate-draft'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>
      {triedAddress[tried]} It belongs to your unfinished application. You can continue it:
    </Paragraph>
    <Action label="Continue the application" href={context.links.resume} />
    <Paragraph>Or delete it, and the address is free again:</Paragraph>
    <Action label="Delete the application" href={context.links.discard} />
    <Paragraph>Each link works once, within 24 hours.</Paragraph>
    {after}
  </>
)
