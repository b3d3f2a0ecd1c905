import { businessRow } from '#src/mail/content/business-name.ts'
import { documentNote } from '#src/mail/content/document-note.tsx'
import { Action, Facts, Paragraph } from '#src/mail/content/layout.tsx'
import { portalAccess } from '#src/mail/content/portal-access.tsx'
import { nobodyYet, safeName, safeValue } from '#src/mail/content/safe-text.ts'
import type { EmailContext, EmailOf } from '../email.ts'

/** To the applicant: it has arrived, its reference, and the way into the portal. */
export const receipt = (
  { application, businessName }: EmailOf<'receipt'>,
  context: EmailContext,
) => (
  <>
    <Facts rows={[['Reference', application], ...businessRow(businessName)]} />
    {documentNote(context, 'customer')}
    {portalAccess(context)}
  </>
)

/** To the accounts team: somebody has applied. */
export const newApplication = (
  { application, businessName, accountType }: EmailOf<'new-application'>,
  context: EmailContext,
) => (
  <>
    <Facts
      rows={[
        ...businessRow(businessName),
        ['Account type', accountType === 'cash' ? 'Cash' : 'Credit'],
        ['Reference', application],
        ['Owner', nobodyYet],
      ]}
    />
    {documentNote(context, 'team')}
    <Action label="Review the application" href={context.links.admin} />
  </>
)

/** To the customer: approved, with the customer code. */
export const approval = (
  { application, businessName, customerCode }: EmailOf<'approval'>,
  context: EmailContext,
) => (
  <>
    <Facts
      rows={[
        ['Customer code', safeName(customerCode)],
        ...businessRow(businessName),
        ['Reference', application],
      ]}
    />
    {documentNote(context, 'customer')}
    {portalAccess(context)}
  </>
)

/** To the customer: not approved, with the reason when one was given. */
export const rejection = (
  { application, businessName, reason }: EmailOf<'rejection'>,
  context: EmailContext,
) => (
  <>
    {reason && <Paragraph>Reason:</Paragraph>}
    {reason?.split('\n').map((line, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: lines never change places
      <Paragraph key={at}>{line}</Paragraph>
    ))}
    <Facts rows={[...businessRow(businessName), ['Reference', application]]} />
    {documentNote(context, 'customer')}
    {portalAccess(context)}
  </>
)

/** To the accounts team: a customer has changed an application, with old and new values. */
export const clientEdit = (
  { changes, owner }: EmailOf<'client-edit'>,
  { links, labelOf, wordsOf }: EmailContext,
) => (
  <>
    <Facts
      head={['Field', 'Before', 'After']}
      rows={changes.map(({ field, before, after }) => [
        labelOf(field),
        shown(before && wordsOf(field, before)),
        shown(after && wordsOf(field, after)),
      ])}
    />
    <Facts rows={[['Owner', owner ? safeName(owner) : nobodyYet]]} />
    <Action label="Open the application" href={links.admin} />
  </>
)

const shown = (value: string | null) => (value ? safeValue(value) : '(blank)')

/** To the address that was the main one until now. The new one is not named: anybody may have typed it. */
export const addressChanged = () => (
  <Paragraph>From now on we will write to a different address about this application.</Paragraph>
)
