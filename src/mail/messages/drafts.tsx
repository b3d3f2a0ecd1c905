import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf, TriedWith } from '../email.ts'

/** To the address of an unfinished application: the way on, asked for in the form or as a reminder. */
export const draftLink = (_: EmailOf<'draft-link' | 'draft-reminder'>, { links }: EmailContext) => (
  <>
    <Action label="Continue the application" href={links.resume} />
    <Paragraph>If you do not want to finish it, you can delete all its answers:</Paragraph>
    <Action label="Delete the application" href={links.discard} />
    <Paragraph>Each link works once, within 24 hours.</Paragraph>
  </>
)

/** To the address of an unfinished application that somebody tried to use again. */
export const duplicateDraft = (
  { tried = 'apply' }: EmailOf<'duplicate-draft'>,
  { links }: EmailContext,
) => (
  <>
    <Paragraph>
      {triedAddress[tried]} It belongs to your unfinished application. You can continue it:
    </Paragraph>
    <Action label="Continue the application" href={links.resume} />
    <Paragraph>Or delete it, and the address is free again:</Paragraph>
    <Action label="Delete the application" href={links.discard} />
    <Paragraph>Each link works once, within 24 hours.</Paragraph>
  </>
)

/** To the address of a submitted application that somebody tried to use elsewhere. */
export const duplicatePortal = (
  { tried = 'apply' }: EmailOf<'duplicate-portal'>,
  { links }: EmailContext,
) => (
  <>
    <Paragraph>
      {triedAddress[tried]} It belongs to your application, which has not changed. You can follow
      and edit it in the client portal.
    </Paragraph>
    <Action label="Open the client portal" href={links.portal} />
    <Paragraph>No password yet, or forgotten? Get a link at {links.forgotPassword}</Paragraph>
  </>
)

/** What somebody did with an address that is taken, in one sentence. */
const triedAddress: Record<TriedWith, string> = {
  apply: 'Someone, probably you, used this email address in another application.',
  edit: 'Someone tried to make this the main email address of another application.',
  'sign-in': 'Someone asked to sign in to another client account with this email address.',
}
