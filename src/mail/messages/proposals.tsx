import { businessNameForEmail } from '#src/mail/content/business-name.ts'
import { Action, Facts, Paragraphs } from '#src/mail/content/layout.tsx'
import { safeName } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'
import type { Words } from './fill-wording.tsx'

/** To the accounts team: an approval waits for a second person. */
export const approvalProposed = (
  { application, businessName, proposedBy, creditLimit }: EmailOf<'approval-proposed'>,
  { links, wordsOf }: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Facts
      rows={[
        ...named(businessName),
        ['Reference', application],
        ['Proposed by', safeName(proposedBy)],
        ['Credit limit', wordsOf('creditLimit', String(creditLimit))],
      ]}
    />
    <Action label="Open the application" href={links.admin} />
    {after}
  </>
)

/** To the accounts team: a second person declined, and why. */
export const proposalDeclined = (
  { application, businessName, proposedBy, declinedBy, reason }: EmailOf<'proposal-declined'>,
  { links }: EmailContext,
  { before, after }: Words,
) => (
  <>
    {before}
    <Paragraphs text={reason} />
    <Facts
      rows={[
        ...named(businessName),
        ['Reference', application],
        ['Proposed by', safeName(proposedBy)],
        ['Declined by', safeName(declinedBy)],
      ]}
    />
    <Action label="Open the application" href={links.admin} />
    {after}
  </>
)

function named(businessName: string) {
  const name = businessNameForEmail(businessName)
  return name ? [['Business', name]] : []
}
