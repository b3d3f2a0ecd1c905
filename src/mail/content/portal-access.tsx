import type { EmailContext } from '#src/mail/email.ts'
import { Action, Paragraph } from './layout.tsx'

/** The customer's way into the portal: a set-password link while there is no password, else the portal. */
export function portalAccess({ links }: EmailContext) {
  if (links.setPassword === null)
    return (
      <>
        <Paragraph>You can follow and edit your application in the client portal.</Paragraph>
        {portalButton(links)}
        <Paragraph>
          No password yet, or forgotten? Enter the address you sign in with to get a link:{' '}
          {links.forgotPassword}
        </Paragraph>
      </>
    )
  return (
    <>
      <Paragraph>
        You can follow and edit your application in the client portal. Choose a password to sign in.
      </Paragraph>
      {portalButton(links)}
      <Paragraph>
        The link works once, for 24 hours. Later you can get a new one at {links.forgotPassword}
      </Paragraph>
    </>
  )
}

/** The button alone. */
export const portalButton = ({ setPassword, portal }: EmailContext['links']) =>
  setPassword === null ? (
    <Action label="Open the client portal" href={portal} />
  ) : (
    <Action label="Set your password" href={setPassword} />
  )
