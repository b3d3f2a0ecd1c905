import { Action, Paragraph } from '#src/mail/content/layout.tsx'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** A link to set a password. It contains nothing that a customer typed. */
export function setPassword(
  _: EmailOf<'set-password'>,
  context: EmailContext,
  { before, after }: Words,
) {
  const { setPassword: link, portal, forgotPassword } = context.links
  return (
    <>
      {before}
      {link === null ? (
        <Action label="Open the client portal" href={portal} />
      ) : (
        <Action label="Set your password" href={link} />
      )}
      <Paragraph>
        The link works once, for 24 hours. You can get a new one at {forgotPassword}
      </Paragraph>
      {after}
    </>
  )
}
