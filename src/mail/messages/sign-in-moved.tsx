import { Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address that signs in from now on. */
export const signInMoved = (
  _: EmailOf<'sign-in-moved'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>The sign-in of your client account has been moved to this address.</Paragraph>
    {portalAccess(context)}
    {after}
  </>
)

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
