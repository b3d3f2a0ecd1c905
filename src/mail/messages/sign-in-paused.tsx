import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the owner of an account whose password somebody tries to guess. */
export const signInPaused = (
  _: EmailOf<'sign-in-paused'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>
      Somebody has tried several times to sign in to your client account with a wrong password, the
      last time on {context.when}. From where they did, signing in to it is paused for up to a
      quarter of an hour from then.
    </Paragraph>
    {after}
    <Action label="Get a new link" href={context.links.forgotPassword} />
  </>
)
