import { Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address that was the main one until now. The new one is not named: anybody may have typed it. */
export const addressChanged = (
  _: EmailOf<'address-changed'>,
  __: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraph>From now on we will write to a different address about this application.</Paragraph>
    {after}
  </>
)
