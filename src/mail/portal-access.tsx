import type { Around } from './compose.ts'
import { Action, Paragraph } from './layout.tsx'

/** The customer's way into the portal: a set-password link while there is no password, else the portal (5.10). */
export function portalAccess({ links }: Around) {
  if (links.setPassword === null)
    return [
      <Paragraph key="why">
        You can follow and edit your application in the client portal.
      </Paragraph>,
      <Action key="link" label="Open the client portal" href={links.portal} />,
      <Paragraph key="lost">
        No password yet, or forgotten? Enter the address you sign in with to get a link:{' '}
        {links.forgotPassword}
      </Paragraph>,
    ]
  return [
    <Paragraph key="why">
      You can follow and edit your application in the client portal. Choose a password to sign in.
    </Paragraph>,
    <Action key="link" label="Set your password" href={links.setPassword} />,
    <Paragraph key="lost">
      The link works once, for 24 hours. Later you can get a new one at {links.forgotPassword}
    </Paragraph>,
  ]
}

/** The line below a customer's email. */
export const askSales = ({ salesEmail }: Around) =>
  `Questions? Reply to this email, or write to ${salesEmail}.`
