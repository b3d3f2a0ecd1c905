import { businessRow } from '#src/mail/content/business-name.ts'
import { Action, Facts, Paragraphs } from '#src/mail/content/layout.tsx'
import { safeName } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'

/** To the accounts team: an approval waits for a second person. */
export const approvalProposed = (
  { application, businessName, proposedBy, creditLimit }: EmailOf<'approval-proposed'>,
  { links, wordsOf }: EmailContext,
) => (
  <>
    <Facts
      rows={[
        ...businessRow(businessName),
        ['Reference', application],
        ['Proposed by', safeName(proposedBy)],
        ['Credit limit', wordsOf('creditLimit', String(creditLimit))],
      ]}
    />
    <Action label="Open the application" href={links.admin} />
  </>
)

/** To the accounts team: a second person declined, and why. */
export const proposalDeclined = (
  { application, businessName, proposedBy, declinedBy, reason }: EmailOf<'proposal-declined'>,
  { links }: EmailContext,
) => (
  <>
    <Paragraphs text={reason} />
    <Facts
      rows={[
        ...businessRow(businessName),
        ['Reference', application],
        ['Proposed by', safeName(proposedBy)],
        ['Declined by', safeName(declinedBy)],
      ]}
    />
    <Action label="Open the application" href={links.admin} />
  </>
)
