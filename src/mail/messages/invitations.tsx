import { businessRow } from '#src/mail/content/business-name.ts'
import { Action, Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { portalButton } from '#src/mail/content/portal-access.tsx'
import { safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'

/** To somebody who is to have an account of the back office: the link to choose a password. */
export const adminInvitation = (
  { username, role, invitedBy }: EmailOf<'admin-invitation'>,
  { companyName, links }: EmailContext,
) => (
  <>
    <Paragraph>
      {safeValue(safeName(invitedBy))} has invited you to the back office of {companyName}, where
      applications for a trade account are reviewed.
    </Paragraph>
    <Facts
      rows={[
        ['Username', safeValue(safeName(username))],
        ['Role', role],
      ]}
    />
    <Action label="Choose a password" href={links.admin} />
    <Paragraph>The link works once, for 24 hours after this email was sent.</Paragraph>
  </>
)

/** To a customer who came by import: the code, and the way into the portal. */
export const portalInvitation = (
  { businessName, customerCode }: EmailOf<'portal-invitation'>,
  { links }: EmailContext,
) => (
  <>
    <Facts rows={[['Customer code', safeName(customerCode)], ...businessRow(businessName)]} />
    {portalButton(links)}
    <Paragraph>
      A link to set a password works once, for 24 hours. You can get a new one at{' '}
      {links.forgotPassword}
    </Paragraph>
  </>
)
