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

/** To the address of an unfinished application: the way on, asked for in the form or as a reminder. */
export const draftLink = (
  _: EmailOf<'draft-link' | 'draft-reminder'>,
  { links }: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Action label="Continue the application" href={links.resume} />
    <Paragraph>If you do not want to finish it, you can delete all its answers:</Paragraph>
    <Action label="Delete the application" href={links.discard} />
    <Paragraph>Each link works once, within 24 hours.</Paragraph>
    {after}
  </>
)
