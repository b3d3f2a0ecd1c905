import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** Goes to a typed address, which may be a stranger's, so it contains nothing about the account. */
export const signInConfirm = (
  _: EmailOf<'sign-in-confirm'>,
  context: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Action label="Confirm the address" href={context.links.confirmAddress} />
    <Paragraph>The link works once, within 24 hours.</Paragraph>
    {after}
  </>
)
