import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the address that an administrator typed into the test card. */
export const test = (_: EmailOf<'test'>, __: EmailContext, { before, after }: Words) => (
  <>
    {before}
    {after}
  </>
)
