import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address that signs in now. A new password ends the request. */
export const signInRequested = (
  _: EmailOf<'sign-in-requested'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>
      Someone, probably you, asked on {context.when} to sign in to your client account with a
      different email address. You sign in with this one until the new address is confirmed.
    </Paragraph>
    {after}
    <Action label="Set a new password" href={context.links.forgotPassword} />
  </>
)
