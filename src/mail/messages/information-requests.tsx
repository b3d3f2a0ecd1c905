import { businessRow } from '#src/mail/content/business-name.ts'
import { Action, Facts, Paragraphs } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import { nobodyYet, safeName } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'

/** To the customer: what is missing, and the way to answer; also as a reminder. */
export const informationRequest = (
  { application, businessName, text }: EmailOf<'information-request' | 'information-reminder'>,
  context: EmailContext,
) => (
  <>
    <Paragraphs text={text} />
    <Facts rows={[...businessRow(businessName), ['Reference', application]]} />
    {portalAccess(context)}
  </>
)

/** To the accounts team: a customer has answered what a reviewer asked. */
export const requestAnswered = (
  { application, businessName, owner, files }: EmailOf<'request-answered'>,
  { links }: EmailContext,
) => (
  <>
    <Facts
      rows={[
        ...businessRow(businessName),
        ['Reference', application],
        ['Owner', owner ? safeName(owner) : nobodyYet],
        ...(files > 0 ? [['Files', String(files)]] : []),
      ]}
    />
    <Action label="Open the application" href={links.admin} />
  </>
)
