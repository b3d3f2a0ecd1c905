import { Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address that signed in till now. */
export const signInLeft = (
  _: EmailOf<'sign-in-left'>,
  __: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>The sign-in of your client account has been moved to another address.</Paragraph>
    {after}
  </>
)
