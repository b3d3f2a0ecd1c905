import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the customer: the password is a new one, and what to do if it was somebody else. */
export const passwordChanged = (
  _: EmailOf<'password-changed'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>The password of your client account was set on {context.when}.</Paragraph>
    {after}
    <Action label="Get a new link" href={context.links.forgotPassword} />
  </>
)
